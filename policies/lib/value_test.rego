package lib.value_test

_graph := data.lib.fragment_test.graph({
	"t.a": data.lib.fragment_test.named("t", "one", "arn:aws:t:::one", {}),
	"t.b": data.lib.fragment_test.named("t", "two", "arn:aws:t:::two", {}),
	"u.a": data.lib.fragment_test.named("u", "one", "arn:aws:u:::one", {}),
	"v.a": data.lib.fragment_test.named("v", "one", "arn:aws:v:::one", {}),
	"data.t.c": object.union(data.lib.fragment_test.named("t", "one", "arn:aws:t:::one", {}), {"mode": "data"}),
})

test_a_number_is_read_with_and_without_quotes if {
	data.lib.value.number(5) == 5
	data.lib.value.number("5") == 5
	data.lib.value.number("-1.5") == -1.5
}

test_what_is_no_number_is_not_read_as_one if {
	not data.lib.value.number("five")
	not data.lib.value.number("5s")
	not data.lib.value.number("s5")
	not data.lib.value.number(null)
	not data.lib.value.number(true)
}

test_a_scalar_is_a_list_of_one_and_null_an_empty_one if {
	data.lib.value.members(["a"]) == ["a"]
	data.lib.value.members("a") == ["a"]
	data.lib.value.members(false) == [false]
	data.lib.value.members(null) == []
}

test_booleans_are_read_with_and_without_quotes if {
	data.lib.value.yes == {true, "true"}
	data.lib.value.no == {false, "false"}
}

test_resources_created_here_are_found_by_name_and_type if {
	named := data.lib.value.managed_named({"t", "u"}, "one") with input as _graph
	named == {"t.a", "u.a"}
	by_arn := data.lib.value.managed_named({"t", "u"}, "arn:aws:t:::two") with input as _graph
	by_arn == {"t.b"}
	none := data.lib.value.managed_named({"t"}, "three") with input as _graph
	none == set()
}
