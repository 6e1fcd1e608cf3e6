// Holds pages of proofs to what they must do in a browser. Arguments: the folder of the tools, the browser, the pages.
import { mkdirSync } from "node:fs";
import { basename, resolve } from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [tools, executablePath, ...pages] = process.argv.slice(2);
const { chromium } = createRequire(`${tools}/`)("playwright-core");
const shots = process.env.SHOTS;

const SECTIONS = [
  "summary", "gaps", "kills", "rule-mutants", "artifact-mutants", "respellings", "unknowns", "equivalence", "tries", "coverage",
];
const VIEWS = [
  { name: "desktop", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];
const CONTRAST = 4.5;

const faults = [];
let checks = 0;
const hold = (where, what, holds, detail = "") => {
  checks += 1;
  if (!holds) faults.push(`${where}: ${what}${detail ? `: ${detail}` : ""}`);
};

// Everything below runs in the page.

/** Sections that are missing, and those without a heading or an entry in the navigation. */
const missing = (ids) =>
  ids.filter((id) => {
    const section = document.getElementById(id);
    return !section || !section.querySelector("h2") || !document.querySelector(`nav a[href="#${id}"]`);
  });

/** The width of the document, and what reaches out of the window without being inside a box that scrolls. */
const overflow = () => {
  const wide = [...document.querySelectorAll("body *")].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.right > innerWidth + 1 && !element.closest(".scroll, nav ul, .skip");
  });
  const names = wide.slice(0, 5).map((element) => `${element.tagName}.${element.className}`);
  return { document: document.documentElement.scrollWidth, window: innerWidth, names };
};

/** Texts with too little contrast to what is behind them. */
const faint = (least) => {
  const numbers = (color) => {
    const parts = color.match(/[\d.]+/g).map(Number);
    return { rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1 };
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { rgb, alpha } = numbers(getComputedStyle(at).backgroundColor);
      if (alpha === 1) return rgb;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0] : [255, 255, 255];
  };
  const ratio = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const seen = new Map();
  let measured = 0;
  const measure = (color, ground, name) => {
    measured += 1;
    const key = `${color}|${ground}`;
    if (seen.has(key)) return;
    seen.set(key, { ratio: ratio(color, ground), name });
  };
  for (const element of document.querySelectorAll("body *")) {
    if (["SCRIPT", "STYLE", "OPTION"].includes(element.tagName) || !element.checkVisibility()) continue;
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const name = `${element.tagName.toLowerCase()}.${element.className}`;
    if (hasText || element.matches("input, select")) {
      measure(numbers(getComputedStyle(element).color).rgb, behind(element), name);
    }
    const before = getComputedStyle(element, "::before");
    if (before.content !== "none" && before.content !== "normal") {
      const own = numbers(before.backgroundColor);
      measure(numbers(before.color).rgb, own.alpha === 1 ? own.rgb : behind(element), `${name}::before`);
    }
    if (element.matches("input")) {
      measure(numbers(getComputedStyle(element, "::placeholder").color).rgb, behind(element), `${name}::placeholder`);
    }
  }
  const low = [...seen.values()].filter((pair) => pair.ratio < least);
  return { measured, low: low.map((pair) => `${pair.name} ${pair.ratio.toFixed(2)}`) };
};

/** Cells that name their row and do not stay in sight when their table is scrolled. */
const unstuck = () => {
  const boxes = [...document.querySelectorAll(".scroll")].filter((box) => box.scrollWidth > box.clientWidth + 40);
  const lost = boxes.filter((box) => {
    const cell = box.querySelector("tbody tr[data-row] > th");
    if (!cell) return false;
    box.scrollLeft = 1e6;
    const left = cell.getBoundingClientRect().left - box.getBoundingClientRect().left;
    box.scrollLeft = 0;
    return left < -1 || left > 20;
  });
  return { scrolled: boxes.length, lost: lost.map((box) => box.getAttribute("aria-label")) };
};

/** What a reader who does not see the page needs. */
const unspoken = () => {
  const wrong = [];
  for (const mark of ["header", "nav", "main", "footer", "h1", "html[lang]"]) {
    if (document.querySelectorAll(mark).length !== 1) wrong.push(`not one ${mark}`);
  }
  let level = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    const own = Number(heading.tagName[1]);
    if (own > level + 1) wrong.push(`a heading of level ${own} below one of level ${level}`);
    level = own;
  }
  for (const table of document.querySelectorAll("table")) {
    if (!table.caption || !table.caption.textContent) wrong.push("a table without a caption");
    if (table.querySelector("th:not([scope])")) wrong.push(`a heading without a scope in ${table.caption.textContent}`);
  }
  for (const box of document.querySelectorAll(".scroll")) {
    if (box.tabIndex !== 0 || !box.getAttribute("aria-label")) wrong.push("a box that keys cannot scroll");
  }
  for (const field of document.querySelectorAll("input, select")) {
    if (!field.labels.length) wrong.push(`a field without a label: ${field.id}`);
  }
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  if (new Set(ids).size !== ids.length) wrong.push("an id twice");
  return wrong;
};

const shown = () => [...document.querySelectorAll("[data-row]")].filter((row) => row.checkVisibility()).length;

// Everything above runs in the page.

async function filter(page, where) {
  const all = await page.evaluate(() => document.querySelectorAll("[data-row]").length);
  hold(where, "it has rows", all > 0);
  hold(where, "all rows are shown at first", (await page.textContent("#filter-count")) === `${all} rows`);
  await page.fill("#filter-text", "surely nobody wrote this");
  hold(where, "a text that nobody wrote hides every row", (await page.evaluate(shown)) === 0);
  await page.fill("#filter-text", "");
  const scenario = await page.evaluate(() => document.querySelector("#filter-scenario").options[1].value);
  await page.selectOption("#filter-scenario", scenario);
  const others = await page.evaluate(
    (own) =>
      [...document.querySelectorAll("[data-row]:not([hidden])")].filter(
        (row) => row.dataset.scenario && row.dataset.scenario !== own,
      ).length,
    scenario,
  );
  hold(where, "choosing a scenario hides the others", others === 0, `${others} are left`);
  const left = await page.evaluate(() => document.querySelectorAll("[data-row]:not([hidden])").length);
  hold(where, "a chosen scenario keeps its rows", left > 0);
  const said = await page.textContent("#filter-count");
  hold(where, "the number of rows is told", left === all || said === `${left} of ${all} rows`, said);
  await page.selectOption("#filter-scenario", "");
  await page.check("#filter-wrong");
  const right = await page.evaluate(
    () => document.querySelectorAll('[data-row]:not([hidden]):not([data-wrong="yes"])').length,
  );
  hold(where, "only what is wrong is left when asked for", right === 0, `${right} are right`);
  await page.uncheck("#filter-wrong");
  hold(where, "everything comes back", (await page.textContent("#filter-count")) === `${all} rows`);
}

async function check(browser, file, view, colorScheme) {
  const where = `${basename(file)} at ${view.width} px, ${colorScheme}`;
  const context = await browser.newContext({ viewport: view, colorScheme, deviceScaleFactor: 1 });
  const page = await context.newPage();
  const said = [];
  const requests = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  const url = pathToFileURL(resolve(file)).href;
  page.on("request", (request) => {
    const asked = request.url();
    if (asked !== url && !asked.startsWith("data:")) requests.push(asked);
  });
  await page.goto(url);
  const lacking = await page.evaluate(missing, SECTIONS);
  hold(where, "every section is there", lacking.length === 0, lacking.join(", "));
  if (view.name === "desktop") await filter(page, where);
  if (shots) await picture(page, file, view, colorScheme);
  // What is folded away is measured too.
  await page.evaluate(() => document.querySelectorAll("details").forEach((part) => (part.open = true)));
  const { document: width, window, names } = await page.evaluate(overflow);
  hold(where, "the page does not scroll sideways", width <= window && names.length === 0, `${width} ${names.join(" ")}`);
  const contrast = await page.evaluate(faint, CONTRAST);
  hold(where, "its texts were measured", contrast.measured > 50, String(contrast.measured));
  hold(where, `no text has less contrast than ${CONTRAST}`, contrast.low.length === 0, contrast.low.join(", "));
  const stuck = await page.evaluate(unstuck);
  hold(where, "a scrolled table keeps the names of its rows", stuck.lost.length === 0, stuck.lost.join(", "));
  if (view.name === "phone") hold(where, "some table scrolls", stuck.scrolled > 0);
  const wrong = await page.evaluate(unspoken);
  hold(where, "it can be read without being seen", wrong.length === 0, wrong.join(", "));
  hold(where, "nothing is said on the console", said.length === 0, said.join("; "));
  hold(where, "nothing is asked of any server", requests.length === 0, requests.join(", "));
  await context.close();
}

/** The page without scripts: complete, and without a filter that would do nothing. */
async function plain(browser, file) {
  const where = `${basename(file)} without scripts`;
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: VIEWS[1] });
  const page = await context.newPage();
  await page.goto(pathToFileURL(resolve(file)).href);
  hold(where, "the filter is not shown", !(await page.isVisible("#filter")));
  for (const id of SECTIONS) hold(where, `${id} is shown`, await page.isVisible(`#${id} h2`));
  await context.close();
}

/** On paper everything is there, also what is folded away on the screen. */
async function paper(browser, file) {
  const where = `${basename(file)} on paper`;
  const context = await browser.newContext({ viewport: VIEWS[0] });
  const page = await context.newPage();
  await page.goto(pathToFileURL(resolve(file)).href);
  await page.emulateMedia({ media: "print" });
  hold(where, "the navigation is left out", !(await page.isVisible("nav")));
  const folded = await page.evaluate(
    () => [...document.querySelectorAll("details pre")].filter((text) => text.getBoundingClientRect().height === 0).length,
  );
  hold(where, "nothing is folded away", folded === 0, `${folded} are`);
  await context.close();
}

async function picture(page, file, view, scheme) {
  mkdirSync(shots, { recursive: true });
  const name = `${shots}/${basename(file, ".html")}-${view.name}-${scheme}`;
  for (const id of SECTIONS) {
    await page.evaluate((id) => document.getElementById(id)?.scrollIntoView(), id);
    await page.screenshot({ path: `${name}-${id}.png` });
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${name}.png` });
}

if (pages.length === 0) {
  console.error("report-check: no page was named");
  process.exit(64);
}
const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS });
try {
  for (const file of pages) {
    for (const view of VIEWS) {
      for (const scheme of ["light", "dark"]) await check(browser, file, view, scheme);
    }
    await plain(browser, file);
    await paper(browser, file);
  }
} finally {
  await browser.close();
}
for (const fault of faults) console.error(`report-check: ${fault}`);
console.log(`report-check: ${checks} checks on ${pages.length} pages, ${faults.length} failed`);
process.exit(faults.length ? 1 : 0);
