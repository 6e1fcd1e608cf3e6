//! The name of a service as a principal, which `aws_service_principal` makes of the service and the partition.

const EVERYWHERE: &str = "amazonaws.com";

/// Services that have another suffix in some partition, with those partitions (AWS provider 5.100.0).
const EXCEPTIONS: [(&str, &[(&str, &str)]); 7] = [
    ("cloudhsm", &[("aws-iso", "c2s.ic.gov")]),
    ("codedeploy", &[("aws-cn", "amazonaws.com.cn")]),
    ("config", &[("aws-iso", "c2s.ic.gov")]),
    ("dms", &[("aws-iso-b", "sc2s.sgov.gov")]),
    ("elasticmapreduce", &[("aws-cn", "amazonaws.com.cn")]),
    (
        "logs",
        &[
            ("aws-cn", "amazonaws.com.cn"),
            ("aws-iso", "c2s.ic.gov"),
            ("aws-iso-b", "sc2s.sgov.gov"),
        ],
    ),
    ("workspaces", &[("aws-iso", "c2s.ic.gov")]),
];

/// What follows a service in its name as a principal; `None` where the partition decides and is not known.
pub(super) fn suffix(service: &str, partition: Option<&str>) -> Option<&'static str> {
    let Some((_, others)) = EXCEPTIONS.iter().find(|(name, _)| *name == service) else {
        return Some(EVERYWHERE);
    };
    let partition = partition?;
    let other = others.iter().find(|(name, _)| *name == partition);
    Some(other.map_or(EVERYWHERE, |(_, suffix)| suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_services_are_called_alike_in_every_partition() {
        assert_eq!(suffix("lambda", None), Some("amazonaws.com"));
        assert_eq!(suffix("sns", Some("aws-cn")), Some("amazonaws.com"));
    }

    #[test]
    fn where_the_partition_decides_it_has_to_be_known() {
        assert_eq!(suffix("logs", None), None);
        assert_eq!(suffix("logs", Some("aws")), Some("amazonaws.com"));
        assert_eq!(suffix("logs", Some("aws-cn")), Some("amazonaws.com.cn"));
        assert_eq!(suffix("config", Some("aws-cn")), Some("amazonaws.com"));
    }
}
