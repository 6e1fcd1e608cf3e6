package lib.cloudwatch

# The alarm takes the data of a query itself, or of a sum that it is a part of.
_taken(queries, index, keys) if {
	object.get(queries[index], keys.taken, keys.unsaid) in data.lib.value.yes
} else if {
	some other
	expression := queries[other][keys.sum]
	is_string(expression)
	object.get(queries[other], keys.taken, keys.unsaid) in data.lib.value.yes
	some part in _summands(expression)
	part in {queries[index][keys.id], "METRICS()"}
}

# What fills the gaps of a series adds no message to it.
_filled := `FILL\(([a-z][A-Za-z0-9_]*|METRICS\(\)),(0|REPEAT|LINEAR)\)`

_grouped := `(SUM|MAX)\((\[([^()]*)\]|(METRICS\(\)))\)`

# A number keeps a sum off zero and a product can make it zero, so every part of a sum is a query.
_summands(expression) := parts if {
	series := regex.replace(regex.replace(expression, `\s`, ""), _filled, "$1")
	parts := regex.split(`[+,]`, regex.replace(series, _grouped, "$3$4"))
	every part in parts {
		regex.match(`^([a-z][A-Za-z0-9_]*|METRICS\(\))$`, part)
	}
}
