# METADATA
# title: What stands beside the thing that a fact looks for
package lib.edge_test

test_an_alarm_is_as_slow_as_the_slowest_metric_it_takes if {
	block := data.lib.cloudwatch_time_test._block(60, 1)
	sum := {"id": "e1", "expression": "m1+m2", "return_data": true}
	queries := [object.union(query, {"return_data": false}) | some query in block.metric_query]
	alarm := object.union(block, {"metric_query": array.concat(queries, [sum])})
	graph := data.lib.fragment_test.graph({"a": data.lib.fragment_test.resource("aws_cloudwatch_metric_alarm", alarm)})
	not data.lib.cloudwatch.goes_off_within("a", 300) with input as graph
}

test_the_tags_of_another_resource_do_not_count if {
	arn := "arn:aws:ssm:us-east-1:123456789012:parameter/a"
	tagged := data.lib.grant_condition_test._resources({"Team": "billing"})
	graph := data.lib.fragment_test.graph(object.union(tagged, {"o": object.union(
		data.lib.fragment_test.named("aws_ssm_parameter", "/b", "arn:other", {}),
		{"tags": {"own": {}, "effective": {"Team": "search"}}},
	)}))
	when := data.lib.grant_condition_test._when("StringEquals", "aws:resourcetag/team", "billing")
	held := {data.lib.grant_condition_test._statement("Allow", when)}
	data.lib.grant.may(held, {"ssm:getparameter"}, arn) with input as graph
}

test_a_document_elsewhere_is_no_policy_of_a_key if {
	open := data.lib.sqs_key_test._key("aws_kms_key", "/elsewhere", [data.lib.sqs_key_test._use])
	data.lib.sqs_key_test._out(object.union(data.lib.sqs_key_test._terraform([]), {"k": open}))
}

_deny := {
	"effect": "Deny",
	"actions": ["sqs:*"],
	"resources": ["*"],
	"principals": [{"type": "Service", "id": "sns.amazonaws.com"}],
	"conditions": [{
		"operator": "ArnNotEquals",
		"key": "aws:sourcearn",
		"values": ["arn:aws:sns:us-east-1:123456789012:events"],
	}],
}

_kept(place, principals) if {
	resources := data.lib.sqs_policy_test._inline([])
	graph := data.lib.fragment_test.graph(resources)
	allow := {"resource": "q", "path": "/policy", "statement": data.lib.fragment_test.statement({"principals": principals})}
	deny := {"resource": place, "path": "/policy", "statement": data.lib.fragment_test.statement(_deny)}
	data.lib.sqs.kept_to_source({allow, deny}, allow, "q", "t") with input as graph
}

test_a_deny_of_another_policy_or_for_some_of_the_principals_keeps_nobody_out if {
	sns := {"type": "Service", "id": "sns.amazonaws.com"}
	_kept("q", [sns])
	not _kept("p", [sns])
	not _kept("q", [sns, {"type": "Service", "id": "s3.amazonaws.com"}])
}

test_an_inline_deny_lasts_and_references_elsewhere_list_nothing if {
	denied := {"i": {"docs": {"/policy": {"statements": [data.lib.fragment_test.statement({
		"effect": "Deny",
		"actions": ["ssm:*"],
		"resources": ["*"],
	})]}}}}
	none := data.lib.iam_exclusive_test._names({"policy_names": []})
	data.lib.iam_exclusive_test._lasting(object.union(data.lib.iam_exclusive_test._inline(none), denied)) == {"i"}
	every path in {"/role_name", "/policy_names"} {
		reference := data.lib.fragment_test.reference(path, "i", "exact")
		listed := object.union(none, {"x": {"refs": [reference]}})
		data.lib.iam_exclusive_test._lasting(data.lib.iam_exclusive_test._inline(listed)) == set()
	}
}
