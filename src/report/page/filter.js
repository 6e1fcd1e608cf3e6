"use strict";
// Hides the rows that do not match. The page is complete without it.
(() => {
  const form = document.getElementById("filter");
  const text = document.getElementById("filter-text");
  const scenario = document.getElementById("filter-scenario");
  const arm = document.getElementById("filter-arm");
  const wrong = document.getElementById("filter-wrong");
  const count = document.getElementById("filter-count");
  const rows = [...document.querySelectorAll("[data-row]")];
  const groups = [...document.querySelectorAll("[data-group]")].reverse();
  // What a row says counts, and what stands above its group: a catch is found by its title.
  const said = new Map();
  for (const row of rows) {
    const group = row.closest("[data-group]");
    const head = group && group.querySelector("tr.group");
    said.set(row, ((head ? head.textContent : "") + " " + row.textContent).toLowerCase());
  }
  const is = (value, choice) => choice === "" || value === "" || value === choice;
  const apply = () => {
    const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const matches =
        is(row.dataset.scenario, scenario.value) &&
        is(row.dataset.arm, arm.value) &&
        (!wrong.checked || row.dataset.wrong === "yes") &&
        words.every((word) => said.get(row).includes(word));
      row.hidden = !matches;
      shown += matches ? 1 : 0;
    }
    for (const group of groups) {
      group.hidden = !group.querySelector("[data-row]:not([hidden])");
    }
    for (const box of document.querySelectorAll("div.scroll:has(tbody)")) {
      box.hidden = !box.querySelector("[data-row]:not([hidden])");
    }
    const all = shown === rows.length;
    count.textContent = all ? rows.length + " rows" : shown + " of " + rows.length + " rows";
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  apply();
})();
