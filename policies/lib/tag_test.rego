package lib.tag_test

_tagged(own, effective) := object.union(
	data.lib.fragment_test.resource("aws_s3_bucket", {}),
	{"tags": {"own": own, "effective": effective}},
)

_secret := {"class": "secret"}

# Cut from plans: provider with the default tag, bucket with the tag, and bucket that overrides the default.
_by_default := _tagged({}, _secret)

_by_itself := _tagged(_secret, _secret)

_overriding := _tagged({"class": "public"}, {"class": "public"})

test_a_default_tag_is_carried_and_not_stated if {
	data.lib.tag.carries(_by_default, "class", "secret")
	not data.lib.tag.states(_by_default, "class", "secret")
}

test_a_tag_of_its_own_is_carried_and_stated if {
	data.lib.tag.carries(_by_itself, "class", "secret")
	data.lib.tag.states(_by_itself, "class", "secret")
}

test_a_tag_of_its_own_takes_the_place_of_the_default if {
	not data.lib.tag.carries(_overriding, "class", "secret")
	not data.lib.tag.states(_overriding, "class", "secret")
	data.lib.tag.carries(_overriding, "class", "public")
}

test_another_value_or_key_is_another_tag if {
	not data.lib.tag.carries(_by_itself, "class", "public")
	not data.lib.tag.states(_by_itself, "owner", "secret")
}

test_a_bucket_tagged_by_default_is_found_by_the_tag if {
	graph := data.lib.fragment_test.graph({"default": _by_default, "own": _by_itself, "other": _overriding})
	found := data.lib.s3.buckets_tagged("class", "secret") with input as graph
	found == {"default", "own"}
	stating := {bucket | some bucket in found; data.lib.tag.states(graph.resources[bucket], "class", "secret")}
	stating == {"own"}
}
