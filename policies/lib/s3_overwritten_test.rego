package lib.s3_overwritten_test

_notifications(bucket) := data.lib.fragment_test.resource("aws_s3_bucket_notification", {"bucket": bucket})

_beside(bucket) := {
	"b": data.lib.fragment_test.named("aws_s3_bucket", "uploads", "arn:aws:s3:::uploads", {}),
	"n": _notifications("uploads"),
	"m": _notifications(bucket),
}

# Where another resource can set the notifications of a bucket: a fragment in which it does, and one for another bucket.
overwritten_cells := {"aws_s3_bucket_notification /bucket": {"holds": _beside("uploads"), "fails": _beside("other")}}

_overwritten(resources) if {
	graph := data.lib.fragment_test.graph(resources)
	data.lib.s3.overwritten({"bucket": "b", "resource": "n"}) with input as graph
}

test_notifications_are_overwritten_by_another_resource_of_the_bucket if {
	every cell in overwritten_cells {
		_overwritten(cell.holds)
		not _overwritten(cell.fails)
	}
	not _overwritten(object.remove(_beside("uploads"), ["m"]))
}
