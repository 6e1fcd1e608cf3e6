//! The page on an invented proof.

use super::*;
use crate::report::proof::sample::{HOSTILE, sample};

#[test]
fn no_text_of_a_user_becomes_markup() {
    let page = proof_page(&sample());
    assert!(!page.contains(HOSTILE) && !page.contains("<img"));
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;"));
    assert!(page.matches("<script>").count() == 1, "only its own script");
    let handler = regex::Regex::new(r"<[^>]* on[a-z]+=").expect("a pattern");
    assert!(!handler.is_match(&page), "no handler in an attribute");
}

#[test]
fn the_page_loads_nothing() {
    let page = proof_page(&sample());
    let loading =
        regex::Regex::new(r#"(src|href|action|data|poster)="([^"]*)""#).expect("a pattern");
    for found in loading.captures_iter(&page) {
        let target = &found[2];
        assert!(target.starts_with('#') || target == "data:,", "{target}");
    }
    assert!(!STYLE.contains("url(") && !STYLE.contains("@import"));
}

#[test]
fn every_section_stands_on_the_page_and_in_its_navigation() {
    let page = proof_page(&sample());
    for section in SECTIONS {
        assert!(page.contains(&format!("<section id=\"{}\"", section.id)));
        assert!(page.contains(&format!("href=\"#{}\"", section.id)));
    }
}

#[test]
fn every_element_that_is_opened_is_closed_in_its_order() {
    let page = proof_page(&sample());
    let tag = regex::Regex::new(r"<(/?)([a-z][a-z0-9]*)[^>]*>").expect("a pattern");
    let mut open = Vec::new();
    let text = page.replace(STYLE, "").replace(SCRIPT, "");
    for found in tag.captures_iter(&text) {
        let name = found[2].to_owned();
        if ["meta", "link", "input", "br"].contains(&name.as_str()) {
            continue;
        }
        if found[1].is_empty() {
            open.push(name);
        } else {
            assert_eq!(open.pop(), Some(name));
        }
    }
    assert_eq!(open, Vec::<String>::new());
}

#[test]
fn a_kill_that_nobody_predicted_and_one_that_is_missing_are_told_apart() {
    let mut record = sample();
    let fixture = &mut record.scenarios[1].fixtures;
    let missed = fixture
        .iter_mut()
        .find(|fixture| !fixture.right)
        .expect("one");
    missed.rules = vec!["PR101".to_owned()];
    let page = proof_page(&record);
    assert_eq!(page.matches("not violated, although predicted").count(), 1);
    assert_eq!(page.matches("violated, not predicted").count(), 1);
}

/// `make report-check` opens this page, in which every section has something to show.
#[test]
fn the_page_of_an_invented_proof_is_written_where_it_is_asked_for() {
    let page = proof_page(&sample());
    assert_eq!(
        page,
        proof_page(&sample()),
        "the same proof, the same bytes"
    );
    if let Some(path) = std::env::var_os("REPORT_PAGE") {
        std::fs::write(path, page).expect("written");
    }
}
