# METADATA
# title: Small graphs for tests
# description: |
#   A fragment gives resources by address; what a graph derives from them is derived here. Tests of a fact hold, in
#   `<fact>_cells`, for each type and placement that the fact says it covers, a case that holds and one that fails.
package lib.fragment_test

# METADATA
# title: the graph of some resources
graph(given) := {"resources": _resources(given), "by_type": _by_type(given), "names": _names(given)}

_resources(given) := {address: object.union({"address": address}, one) | some address, one in given}

_by_type(given) := {type: addresses |
	some type in {one.type | some one in given}
	addresses := [address | some address, one in given; one.type == type]
}

_names(given) := {text: addresses |
	some text in {own | some one in given; some own in one.identity}
	addresses := [address | some address, one in given; _goes_by(one, text)]
}

_goes_by(one, text) if {
	some own in one.identity
	own == text
}

# METADATA
# title: a resource with these values
resource(type, values) := {
	"type": type,
	"mode": "managed",
	"values": values,
	"docs": {},
	"refs": [],
	"tags": {"own": {}, "effective": {}},
	"identity": {},
}

# METADATA
# title: a resource with a name, a URL and an ARN
named(type, name, arn, values) := object.union(
	resource(type, values),
	{"identity": {"name": name, "id": name, "url": concat("", ["https://", name]), "arn": arn}},
)

# METADATA
# title: a resource with the statements of one document
holding(type, values, path, statements) := object.union(
	resource(type, values),
	{"docs": {path: {"kind": "policy", "value": {}, "statements": [statement(given) | some given in statements]}}},
)

# METADATA
# title: a normalised statement, spelled out where the case cares
statement(given) := object.union(
	{
		"sid": null,
		"effect": "Allow",
		"actions": [],
		"not_actions": null,
		"resources": [],
		"not_resources": null,
		"principals": [],
		"not_principals": null,
		"conditions": [],
	},
	given,
)

# METADATA
# title: a reference recorded at a path
reference(path, to, precision) := {"path": path, "to": to, "attribute": "arn", "precision": precision, "via": []}
