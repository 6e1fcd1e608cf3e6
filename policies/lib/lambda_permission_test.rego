package lib.lambda_permission_test

_s3 := "s3.amazonaws.com"

_bucket := data.lib.fragment_test.named("b", "uploads", "arn:aws:s3:::uploads", {})

_graph(type, values) := data.lib.fragment_test.graph({
	"f": data.lib.fragment_test.named("aws_lambda_function", "handler", "arn:aws:lambda:r:a:function:handler", {}),
	"b": _bucket,
	"p": data.lib.fragment_test.resource(type, values),
})

_snake := {"function_name": "handler", "action": "lambda:InvokeFunction", "principal": _s3, "source_arn": "s"}

_pascal := {"FunctionName": "handler", "Action": "lambda:InvokeFunction", "Principal": _s3, "SourceArn": "s"}

# Where a permission can stand: the values of one for the function, and of one for another.
permissions_cells := {
	"aws_lambda_permission /function_name": {
		"type": "aws_lambda_permission",
		"holds": _snake,
		"fails": object.union(_snake, {"function_name": "other"}),
	},
	"AWS::Lambda::Permission /FunctionName": {
		"type": "AWS::Lambda::Permission",
		"holds": _pascal,
		"fails": object.union(_pascal, {"FunctionName": "other"}),
	},
}

_found(type, values) := found if {
	graph := _graph(type, values)
	found := data.lib.lambda.permissions("f", _s3) with input as graph
}

test_permissions_are_found_in_every_place if {
	every cell in permissions_cells {
		{[permission.resource, permission.source] | some permission in _found(cell.type, cell.holds)} == {["p", "s"]}
		_found(cell.type, cell.fails) == set()
	}
}

test_a_permission_is_for_the_service_or_for_everyone if {
	every principal in {_s3, "*"} {
		count(_found("aws_lambda_permission", object.union(_snake, {"principal": principal}))) == 1
	}
	_found("aws_lambda_permission", object.union(_snake, {"principal": "events.amazonaws.com"})) == set()
}

test_a_permission_is_to_invoke if {
	every action in {"lambda:InvokeFunction", "lambda:*", "*"} {
		count(_found("aws_lambda_permission", object.union(_snake, {"action": action}))) == 1
	}
	_found("aws_lambda_permission", object.union(_snake, {"action": "lambda:GetFunction"})) == set()
	_found("aws_lambda_event_source_mapping", _snake) == set()
}

test_a_permission_says_where_its_source_stands if {
	{permission.key | some permission in _found("aws_lambda_permission", _snake)} == {"source_arn"}
	{permission.key | some permission in _found("AWS::Lambda::Permission", _pascal)} == {"SourceArn"}
}

test_a_function_is_found_by_the_reference_at_its_path if {
	reference := data.lib.fragment_test.reference("/function_name", "f", "exact")
	graph := object.union(
		_graph("aws_lambda_permission", object.union(_snake, {"function_name": "?"})),
		{"resources": {"p": {"refs": [reference]}}},
	)
	found := data.lib.lambda.permissions("f", _s3) with input as graph
	count(found) == 1
}

test_a_permission_without_a_source_says_so if {
	found := _found("aws_lambda_permission", object.remove(_snake, ["source_arn"]))
	{permission.source | some permission in found} == {null}
}

test_a_permission_says_for_which_alias_it_is if {
	qualified := object.union(_snake, {"qualifier": "live"})
	{permission.qualifier | some permission in _found("aws_lambda_permission", qualified)} == {"live"}
	named := object.union(_pascal, {"FunctionName": "handler:live"})
	{permission.qualifier | some permission in _found("AWS::Lambda::Permission", named)} == {"live"}
	{permission.qualifier | some permission in _found("aws_lambda_permission", _snake)} == {""}
}

_open := {"source": null, "account": null, "home": "a", "narrowed": set()}

_admits(source) if _admitting({"source": source})

_admitting(changes) if {
	graph := _graph("aws_lambda_permission", _snake)
	data.lib.lambda.admits(object.union(_open, changes), "b") with input as graph
}

test_a_permission_for_another_account_or_for_more_than_a_service_sends_admits_nothing if {
	_admitting({"account": "a"})
	not _admitting({"account": "b"})
	not _admitting({"narrowed": {"principal_org_id"}})
}

test_a_permission_says_the_account_and_what_a_service_cannot_meet if {
	limited := {"source_account": "b", "principal_org_id": "o", "event_source_token": "t"}
	some snake in _found("aws_lambda_permission", object.union(_snake, limited))
	[snake.account, snake.home, snake.narrowed] == ["b", "a", {"principal_org_id", "event_source_token"}]
	named := {"SourceAccount": "b", "PrincipalOrgID": "o", "EventSourceToken": "t"}
	some pascal in _found("AWS::Lambda::Permission", object.union(_pascal, named))
	[pascal.account, pascal.home, pascal.narrowed] == ["b", "a", {"PrincipalOrgID", "EventSourceToken"}]
	some plain in _found("aws_lambda_permission", object.union(_snake, {"principal_org_id": null}))
	[plain.account, plain.narrowed] == [null, set()]
}

_admits_only(source, addresses) if {
	graph := _graph("aws_lambda_permission", _snake)
	data.lib.lambda.admits_only({"source": source}, addresses) with input as graph
}

test_a_permission_admits_what_it_names_or_covers if {
	_admits("arn:aws:s3:::uploads")
	_admits("arn:aws:s3:::*")
	_admits(null)
	not _admits("arn:aws:s3:::other")
	not _admits("uploads")
}

test_a_permission_admits_a_resource_alone_when_it_names_exactly_its_arn if {
	_admits_only("arn:aws:s3:::uploads", {"b", "f"})
	not _admits_only("arn:aws:s3:::uploads", {"f"})
	not _admits_only("arn:aws:s3:::*", {"b"})
	not _admits_only(null, {"b"})
}

test_a_source_is_named_when_it_is_no_pattern if {
	data.lib.lambda.names_source({"source": "arn:aws:s3:::uploads"})
	not data.lib.lambda.names_source({"source": "arn:aws:s3:::*"})
	not data.lib.lambda.names_source({"source": null})
}
