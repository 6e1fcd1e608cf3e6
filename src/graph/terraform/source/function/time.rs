//! Functions on points in time; the clock itself is never read.

use chrono::{DateTime, Datelike as _, FixedOffset, SecondsFormat, TimeDelta, Timelike as _};

use crate::value::{Node, Text};

use super::super::error::{Outcome, invalid};
use super::known_text;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    if !matches!(name, "formatdate" | "timeadd" | "timecmp") {
        return Ok(None);
    }
    let texts: Option<Vec<Text>> = arguments.iter().map(known_text).collect();
    let Some(texts) = texts else { return Ok(None) };
    let [first, second] = texts.as_slice() else {
        return Ok(None);
    };
    Ok(Some(match name {
        "formatdate" => Node::text(formatted(first, &moment(second)?)?),
        "timecmp" => Node::from(match moment(first)?.cmp(&moment(second)?) {
            std::cmp::Ordering::Less => -1_i64,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1,
        }),
        _ => {
            let sum = moment(first)?.checked_add_signed(duration(second)?);
            let sum = sum.ok_or_else(|| invalid("a time out of range"))?;
            Node::text(sum.to_rfc3339_opts(SecondsFormat::Secs, true))
        }
    }))
}

/// A point in time as RFC 3339 spells it, in upper case.
fn moment(text: &str) -> Outcome<DateTime<FixedOffset>> {
    let refused = || invalid(format!("`{text}` is no RFC 3339 timestamp"));
    let strict =
        text.as_bytes().get(10) == Some(&b'T') && !text.ends_with('z') && !text.contains(":60");
    if !strict {
        return Err(refused());
    }
    DateTime::parse_from_rfc3339(text).map_err(|_| refused())
}

/// A duration such as `-1h30m` or `1.5s`.
fn duration(text: &str) -> Outcome<TimeDelta> {
    let refused = || invalid(format!("`{text}` is no duration"));
    let (negative, mut rest) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    if rest == "0" {
        return Ok(TimeDelta::zero());
    }
    if rest.is_empty() {
        return Err(refused());
    }
    let mut total: i128 = 0;
    while !rest.is_empty() {
        let end = rest
            .find(|character: char| !character.is_ascii_digit() && character != '.')
            .ok_or_else(refused)?;
        let (number, after) = rest.split_at(end);
        let end = after
            .find(|character: char| character.is_ascii_digit() || character == '.')
            .unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        rest = after;
        let unit: i128 = match unit {
            "ns" => 1,
            "us" | "µs" | "μs" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            "m" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            _ => return Err(refused()),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if whole.len() + fraction.len() == 0 || whole.len() > 12 || fraction.contains('.') {
            return Err(refused());
        }
        let whole: i128 = if whole.is_empty() {
            0
        } else {
            whole.parse().map_err(|_| refused())?
        };
        total += whole * unit;
        let mut scale = unit;
        for digit in fraction.chars().take(18) {
            scale /= 10;
            total += scale * i128::from(digit.to_digit(10).ok_or_else(refused)?);
        }
    }
    let total = i64::try_from(if negative { -total } else { total }).map_err(|_| refused())?;
    Ok(TimeDelta::nanoseconds(total))
}

fn formatted(pattern: &str, moment: &DateTime<FixedOffset>) -> Outcome<String> {
    let mut text = String::new();
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        if first == '\'' {
            let mut after = rest.get(1..).unwrap_or_default();
            loop {
                let (literal, behind) = after
                    .split_once('\'')
                    .ok_or_else(|| invalid("an unfinished literal in a date format"))?;
                text.push_str(literal);
                let Some(again) = behind.strip_prefix('\'') else {
                    rest = behind;
                    break;
                };
                text.push('\'');
                after = again;
            }
            continue;
        }
        if !first.is_ascii_alphabetic() {
            text.push(first);
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
            continue;
        }
        let end = rest
            .find(|character| character != first)
            .unwrap_or(rest.len());
        let (sequence, after) = rest.split_at(end);
        text.push_str(
            &part(sequence, moment)
                .ok_or_else(|| invalid(format!("`{sequence}` is no part of a date")))?,
        );
        rest = after;
    }
    Ok(text)
}

fn part(sequence: &str, moment: &DateTime<FixedOffset>) -> Option<String> {
    let month = |text: &str| text.to_owned();
    let name = MONTHS
        .get(usize::try_from(moment.month0()).ok()?)
        .copied()?;
    let day = DAYS
        .get(usize::try_from(moment.weekday().num_days_from_sunday()).ok()?)
        .copied()?;
    let twelve = match moment.hour() % 12 {
        0 => 12,
        hour => hour,
    };
    Some(match sequence {
        "YYYY" => format!("{:04}", moment.year()),
        "YY" => format!("{:02}", moment.year() % 100),
        "MMMM" => month(name),
        "MMM" => month(name.get(..3)?),
        "MM" => format!("{:02}", moment.month()),
        "M" => moment.month().to_string(),
        "DD" => format!("{:02}", moment.day()),
        "D" => moment.day().to_string(),
        "EEEE" => day.to_owned(),
        "EEE" => day.get(..3)?.to_owned(),
        "hh" => format!("{:02}", moment.hour()),
        "h" => moment.hour().to_string(),
        "HH" => format!("{twelve:02}"),
        "H" => twelve.to_string(),
        "AA" => if moment.hour() < 12 { "AM" } else { "PM" }.to_owned(),
        "aa" => if moment.hour() < 12 { "am" } else { "pm" }.to_owned(),
        "mm" => format!("{:02}", moment.minute()),
        "m" => moment.minute().to_string(),
        "ss" => format!("{:02}", moment.second()),
        "s" => moment.second().to_string(),
        "Z" | "ZZZ" | "ZZZZ" | "ZZZZZ" => zone(sequence, moment.offset().local_minus_utc()),
        _ => return None,
    })
}

fn zone(sequence: &str, seconds: i32) -> String {
    if seconds == 0 {
        match sequence {
            "Z" => return "Z".to_owned(),
            "ZZZ" => return "UTC".to_owned(),
            _ => {}
        }
    }
    let sign = if seconds < 0 { '-' } else { '+' };
    let minutes = seconds.abs() / 60;
    let colon = if matches!(sequence, "Z" | "ZZZZZ") {
        ":"
    } else {
        ""
    };
    format!("{sign}{:02}{colon}{:02}", minutes / 60, minutes % 60)
}
