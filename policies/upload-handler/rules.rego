# METADATA
# title: Upload handler
# description: Objects put into a bucket invoke the function `upload-handler`, whose logs are kept for some 10 days.
package scenarios.upload_handler

_function_name := "upload-handler"

# The valid settings nearest to the 10 days asked for.
_accepted_days := {7, 14}

_functions := data.lib.lambda.functions_named(_function_name)

# The empty address has no logs and is told of nothing, so a demand is never met by the lack of a function.
_asked_functions := _functions | {"" | count(_functions) == 0}

_notifications[function] := data.lib.s3.function_notifications(function) if some function in _asked_functions

_permissions[function] := data.lib.lambda.permissions(function, "s3.amazonaws.com") if some function in _functions

# METADATA
# title: the function's logs are kept about as long as asked
# custom:
#   id: UH001
#   tier: 1
#   catches: [retention-unset, retention-other]
deny contains result if {
	some function in _asked_functions
	not _kept_as_asked(function)
	result := {
		"rule": "UH001",
		"msg": sprintf("the logs of function `%s` are not kept for the time asked", [_function_name]),
		"resource": function,
		"path": "",
	}
}

_kept_as_asked(function) if {
	kept := data.lib.logs.retention(function)
	kept != set()
	kept - _accepted_days == set()
}

# METADATA
# title: a bucket that notifies the function may invoke it
# custom:
#   id: UH002
#   tier: 1
#   catches: [permission-missing, permission-for-members, permission-other-account, permission-other-bucket]
deny contains result if {
	some function, notifications in _notifications
	some notification in notifications
	not _admitted(function, notification)
	result := {
		"rule": "UH002",
		"msg": sprintf("the bucket notifies function `%s` but may not invoke it", [_function_name]),
		"resource": notification.resource,
		"path": notification.path,
	}
}

_admitted(function, notification) if {
	some permission in _permissions[function]
	permission.qualifier == notification.qualifier
	data.lib.lambda.admits(permission, notification.bucket)
}

# METADATA
# title: S3 may invoke the function for the bucket that notifies it alone
# custom:
#   id: UH003
#   tier: 1
#   catches: [permission-unscoped, permission-other-bucket]
deny contains result if {
	some function, permissions in _permissions
	some permission in permissions
	not _confined(function, permission)
	result := {
		"rule": "UH003",
		"msg": sprintf("a bucket that does not notify function `%s` may invoke it", [_function_name]),
		"resource": permission.resource,
		"path": concat("", ["/", permission.key]),
	}
}

_confined(function, permission) if {
	buckets := {notification.bucket | some notification in _notifications[function]}
	data.lib.lambda.admits_only(permission, buckets)
} else if {
	_notifications[function] == set()
	data.lib.lambda.names_source(permission)
}

# METADATA
# title: some bucket notifies the function of every object put into it
# custom:
#   id: UH004
#   tier: 1
#   catches: [notification-other-function, notification-filtered, notification-some-ways]
deny contains result if {
	some function in _asked_functions
	not _told_of_puts(function)
	result := {
		"rule": "UH004",
		"msg": sprintf("no bucket notifies function `%s` of objects put into it", [_function_name]),
		"resource": function,
		"path": "",
	}
}

_told_of_puts(function) if {
	some notification in _notifications[function]
	data.lib.s3.sent_for_puts(_notifications[function], notification.bucket)
	not data.lib.s3.overwritten(notification)
}
