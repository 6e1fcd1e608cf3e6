package lib.sqs

_key_attributes := {"aws_sqs_queue": "kms_master_key_id", "AWS::SQS::Queue": "KmsMasterKeyId"}

_key_policies := {"aws_kms_key_policy": {"key": "key_id", "path": "/policy"}}

_own_policies := {"/policy", "/KeyPolicy"}

# What SQS has the sender do with the key of a queue.
_using := ["kms:generatedatakey", "kms:decrypt"]

# METADATA
# title: the queue is encrypted with a key that a service may not use
# description: |
#   The key that AWS manages for queues, which is for no service; or one created here whose policy does not let the
#   service use it. Of a key defined elsewhere nothing is known.
# custom:
#   types:
#     - aws_sqs_queue /kms_master_key_id
#     - AWS::SQS::Queue /KmsMasterKeyId
key_shuts_out(queue, service) if {
	_key_text(queue) == "alias/aws/sqs"
} else if {
	resource := input.resources[queue]
	path := concat("", ["/", _key_attributes[resource.type]])
	some key in data.lib.kms.keys_at(resource, path, _key_text(queue))
	not _may_use(key, service)
}

_key_text(queue) := input.resources[queue].values[_key_attributes[input.resources[queue].type]]

_may_use(key, service) if {
	statements := _key_statements(key)
	every action in _using {
		_opened(statements, action, service)
	}
}

_key_statements(key) := {statement |
	some path in _own_policies
	some statement in input.resources[key].docs[path].statements
} | {statement |
	some type, shape in _key_policies
	some address in data.lib.link.bound_to(type, shape.key, "any", key)
	some statement in input.resources[address].docs[shape.path].statements
}

_opened(statements, action, service) if {
	some statement in statements
	statement.effect == "Allow"
	data.lib.statement.service(statement, service)
	data.lib.statement.acts_on(statement, action)
}
