# METADATA
# title: Tags, and who states them
# description: |
#   What a resource is tagged with once it exists includes the default tags of its Terraform provider. Those it states
#   itself are asked for only where it matters who says so.
package lib.tag

# METADATA
# title: the resource carries the tag, from wherever
carries(resource, key, value) if resource.tags.effective[key] == value

# METADATA
# title: the resource states the tag itself
states(resource, key, value) if resource.tags.own[key] == value
