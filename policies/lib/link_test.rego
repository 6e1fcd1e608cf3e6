package lib.link_test

_queue := data.lib.fragment_test.named("q", "orders", "arn:aws:sqs:us-east-1:123456789012:orders", {})

_other := data.lib.fragment_test.named("q", "other", "arn:aws:sqs:us-east-1:123456789012:other", {})

_function := data.lib.fragment_test.named("f", "orders", "arn:aws:lambda:us-east-1:123456789012:function:orders", {})

_targets(values, refs) := _targets_as(values, refs, "any")

_targets_as(values, refs, form) := found if {
	holder := object.union(data.lib.fragment_test.resource("p", values), {"refs": refs})
	graph := data.lib.fragment_test.graph({"q.a": _queue, "q.b": _other, "f.a": _function, "p.a": holder})
	found := data.lib.link.attribute_targets(graph.resources["p.a"], "to", form) with input as graph
}

_exact(path, to) := data.lib.fragment_test.reference(path, to, "exact")

_mention(path, to) := data.lib.fragment_test.reference(path, to, "mention")

_part(path, to) := data.lib.fragment_test.reference(path, to, "part")

test_a_text_that_is_an_identity_decides if {
	_targets({"to": "other"}, []) == {"q.b"}
	_targets({"to": "arn:aws:sqs:us-east-1:123456789012:orders"}, []) == {"q.a"}
	_targets({"to": "orders"}, []) == {"q.a", "f.a"}
}

test_a_text_that_is_an_identity_decides_against_a_reference if {
	_targets({"to": "other"}, [_exact("/to", "q.a")]) == {"q.b"}
}

test_an_arn_in_another_region_or_account_leads_nowhere if {
	_targets({"to": "arn:aws:sqs:eu-west-1:123456789012:orders"}, []) == set()
	_targets({"to": "arn:aws:sqs:us-east-1:999988887777:orders"}, []) == set()
}

test_a_text_leads_nowhere_when_it_is_an_identity_of_another_form if {
	arn := "arn:aws:sqs:us-east-1:123456789012:orders"
	_targets_as({"to": arn}, [], "arn") == {"q.a"}
	_targets_as({"to": arn}, [_exact("/to", "q.a")], "name") == set()
	_targets_as({"to": [arn]}, [_exact("/to/0", "q.a")], "name") == set()
	_targets_as({"to": "orders"}, [_exact("/to", "q.a")], "arn") == set()
	_targets_as({"to": "orders"}, [], "name") == {"q.a", "f.a"}
}

test_a_list_leads_where_its_members_lead if {
	_targets({"to": ["other", "nowhere"]}, []) == {"q.b"}
	_targets({"to": ["x", "y"]}, [_exact("/to/1", "q.a")]) == {"q.a"}
}

test_a_mention_proves_nothing_about_a_member_of_a_list if {
	_targets({"to": ["x"]}, [_mention("/to/0", "q.a"), _mention("/to", "q.a")]) == set()
}

test_an_exact_reference_leads_where_the_text_names_nothing if {
	_targets({"to": "x"}, [_exact("/to", "q.a"), _exact("/from", "q.b"), _mention("/to", "q.b")]) == {"q.a"}
}

_exact_of(path, attribute) := object.union(_exact(path, "q.a"), {"attribute": attribute})

test_an_exact_reference_to_what_identifies_leads_there if {
	every attribute in array.concat(
		["arn", "id", "key_id", "qualified_arn", "target_key_arn", "Arn", "Ref", "Id"],
		["GroupId", "KeyId", "PrefixListId", "AliasArn", "FunctionArn"],
	) {
		_targets({"to": "x"}, [_exact_of("/to", attribute)]) == {"q.a"}
		_targets({"to": ["x"]}, [_exact_of("/to/0", attribute)]) == {"q.a"}
	}
}

# What a plan with its sources and a template refer to without naming the resource.
_describing := {
	"invoke_arn",
	"unique_id",
	"create_date",
	"bucket_domain_name",
	"region",
	"hosted_zone_id",
	"policy",
	"owner",
	"tags",
	"DomainName",
	"RegionalDomainName",
	"RoleId",
	"DualStackDomainName",
}

test_an_exact_reference_to_what_only_describes_leads_nowhere if {
	every attribute in _describing {
		_targets({"to": "x"}, [_exact_of("/to", attribute)]) == set()
		_targets({"to": ["x"]}, [_exact_of("/to/0", attribute)]) == set()
		_targets({}, [_exact_of("/to", attribute)]) == set()
	}
}

test_a_mention_does_not_mend_an_exact_reference_to_what_only_describes if {
	_targets({"to": "x"}, [_exact_of("/to", "region"), _mention("/to", "q.a")]) == set()
}

test_a_mention_says_nothing_of_how_an_attribute_is_used if {
	mention := object.union(_mention("/to", "q.a"), {"attribute": "bucket_domain_name"})
	_targets({"to": "x"}, [mention]) == {"q.a"}
}

test_one_mention_of_a_scalar_is_an_association if {
	_targets({"to": "x"}, [_mention("/to", "q.a"), _mention("/from", "q.b")]) == {"q.a"}
	_targets({}, [_mention("/to", "q.a")]) == {"q.a"}
}

test_two_mentions_of_a_scalar_are_none if {
	_targets({"to": "x"}, [_mention("/to", "q.a"), _mention("/to", "q.b")]) == set()
}

test_a_reference_that_is_part_of_a_text_is_none if {
	_targets({"to": "x"}, [_part("/to", "q.a")]) == set()
}

test_a_value_in_a_document_leads_where_it_says if {
	graph := data.lib.fragment_test.graph({"q.a": _queue, "q.b": _other})
	resource := {"refs": [_exact("/d/x", "q.a"), _mention("/d/y", "q.a")]}
	by_text := data.lib.link.element_targets(resource, "/d/x", "other", "any") with input as graph
	by_text == {"q.b"}
	by_reference := data.lib.link.element_targets(resource, "/d/x", "?", "any") with input as graph
	by_reference == {"q.a"}
	by_mention := data.lib.link.element_targets(resource, "/d/y", "?", "any") with input as graph
	by_mention == set()
}

test_split_resources_are_bound_to_what_they_name if {
	graph := data.lib.fragment_test.graph({
		"q.a": _queue,
		"p.a": data.lib.fragment_test.resource("p", {"queue": "orders"}),
		"p.b": data.lib.fragment_test.resource("p", {"queue": "other"}),
		"r.a": data.lib.fragment_test.resource("r", {"queue": "orders"}),
		"data.p.c": object.union(data.lib.fragment_test.resource("p", {"queue": "orders"}), {"mode": "data"}),
	})
	bound := data.lib.link.bound_to("p", "queue", "name", "q.a") with input as graph
	bound == {"p.a"}
}
