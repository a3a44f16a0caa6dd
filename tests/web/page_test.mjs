// The page in a real browser: page_test.mjs NODE_MODULES CHROMIUM PAGE TABLES.json PICTURES
//
// Prints a JSON object of what was seen; exits 1 with a line a failure. PICTURES: a folder for screenshots.
import fs from "node:fs";
import path from "node:path";
import {pathToFileURL} from "node:url";

const [modules, executablePath, page, tables, pictures] = process.argv.slice(2);
const {chromium} = await import(pathToFileURL(path.join(modules, "playwright-core", "index.mjs")));

const failures = [];
const check = (holds, what) => { if (!holds) failures.push(what); };
const seen = {};

const browser = await chromium.launch({executablePath, args: ["--no-sandbox"]});

async function open(options) {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  tab.on("console", (message) => { if (["error", "warning"].includes(message.type())) failures.push(`console: ${message.text()}`); });
  tab.on("pageerror", (error) => failures.push(`error on the page: ${error.message}`));
  tab.on("request", (request) => {
    const url = request.url();
    if (url !== pathToFileURL(page).href) failures.push(`a request: ${url.slice(0, 120)}`);
  });
  await tab.goto(pathToFileURL(page).href);
  await tab.waitForSelector("html[data-ready=yes]");
  return tab;
}

// Everything that is drawn when it comes into view.
async function drawAll(tab) {
  for (const part of await tab.$$(".plot, .explorer")) {
    await part.scrollIntoViewIfNeeded();
    await part.waitForSelector("xpath=self::*[@data-drawn='yes']", {timeout: 10000}).catch(async () => {
      failures.push(`not drawn: ${await part.evaluate((e) => e.dataset.figure ?? "explorer")}`);
    });
  }
}

// --- light, a desk ----------------------------------------------------------------------------------------------
const began = Date.now();
let tab = await open({viewport: {width: 1280, height: 900}, colorScheme: "light", deviceScaleFactor: 1});
seen.interactive = (Date.now() - began) / 1000;
await tab.waitForSelector(".plot[data-drawn=yes]");
seen.firstFigure = (Date.now() - began) / 1000;
await tab.screenshot({path: path.join(pictures, "light.png")});
const first = await tab.evaluate(() => ["h1", ".findings", "table.data", ".plot"].map((what) => {
  const place = document.querySelector(what)?.getBoundingClientRect();
  return [what, place ? place.top : Infinity];
}));
for (const [what, top] of first) check(top < 900, `${what} is not on the first screen (top ${top})`);

await drawAll(tab);
seen.figures = await tab.evaluate(() => Object.fromEntries([...document.querySelectorAll(".plot")].map((plot) => [
  plot.dataset.figure,
  [...plot.querySelectorAll("svg .mark-symbol path, svg .mark-line path, svg .mark-rect path, svg .mark-rule line, svg .mark-area path")]
    .filter((mark) => { const box = mark.getBBox(); return box.width + box.height > 0.5; }).length,
])));
for (const [name, marks] of Object.entries(seen.figures)) check(marks > 0, `the figure ${name} has no marks`);
const named = await tab.evaluate(() => [...document.querySelectorAll("figure")].every((f) => f.getAttribute("aria-labelledby")
  && document.getElementById(f.getAttribute("aria-labelledby")).textContent.trim() !== ""));
check(named, "a figure has no accessible name");
check(await tab.evaluate(() => [...document.querySelectorAll("table.data")].every((t) => t.caption?.textContent.trim())), "a table has no caption");
for (const kind of ["SVG", "PNG"]) {
  const saved = await tab.evaluate((wanted) => new Promise((done) => {
    const link = [...document.querySelectorAll(".plot details a")].find((a) => a.textContent.includes(wanted));
    link.dispatchEvent(new MouseEvent("mousedown"));
    setTimeout(() => done(link.href), 500);
  }), kind);
  check(saved.startsWith(`data:image/${kind === "SVG" ? "svg+xml" : "png"}`) || saved.startsWith("blob:"), `a figure cannot be saved as ${kind}: ${saved.slice(0, 60)}`);
}
check(await tab.evaluate(() => [...document.querySelectorAll(".plot details a")].some((a) => a.textContent.includes("Vega Editor"))), "a figure cannot be opened in the editor");

// The numbers of every table are those of --format json.
const expected = JSON.parse(fs.readFileSync(tables, "utf8")).tables;
const shown = await tab.evaluate(() => Object.fromEntries([...document.querySelectorAll("table.data")].map((table) => [
  table.id.slice("table-".length),
  [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => (cell.dataset.value === undefined ? cell.firstChild?.textContent ?? "" : Number(cell.dataset.value)))),
])));
check(Object.keys(shown).length === expected.length, `${Object.keys(shown).length} tables on the page, ${expected.length} in JSON`);
seen.numbers = 0;
for (const table of expected) {
  table.rows.forEach((row, r) => table.columns.forEach((column, c) => {
    const cell = row[column];
    const value = cell !== null && typeof cell === "object" ? Object.values(cell)[0] : cell;
    if (typeof value !== "number") return;
    ++seen.numbers;
    check(shown[table.name]?.[r]?.[c] === value, `${table.name}, row ${r}, ${column}: ${shown[table.name]?.[r]?.[c]} on the page, ${value} in JSON`);
  }));
}

// Sorting: by a column of numbers, up, down.
const sorted = async () => tab.evaluate(() => {
  const table = document.querySelector("table.data");
  const column = [...table.tHead.rows[0].cells].findIndex((head) => head.textContent.includes("soft NLL"));
  table.tHead.rows[0].cells[column].querySelector("button").click();
  return [...table.tBodies[0].rows].map((row) => Number(row.cells[column].dataset.value));
});
const up = await sorted();
const down = await sorted();
check(up.every((value, i) => i === 0 || up[i - 1] <= value), "sorting up does not sort");
check(down.every((value, i) => i === 0 || down[i - 1] >= value), "sorting down does not sort");

// The explorer: only cards in view exist; filters and orders do what they say.
const explorer = tab.locator(".explorer");
if (await explorer.count() > 0) {
  await explorer.first().scrollIntoViewIfNeeded();
  await tab.waitForSelector(".explorer .card");
  const status = () => tab.locator(".explorer .status").first().textContent();
  const counted = async () => Number((await status()).split(" ")[0]);
  const all = await counted();
  seen.items = all;
  const cards = await tab.locator(".explorer .card").count();
  check(cards > 0 && cards < Math.max(all, 60), `${cards} cards for ${all} items`);
  const names = () => tab.evaluate(() => [...document.querySelectorAll(".explorer .card")].map((card) => card.dataset.item));
  const most = tab.getByLabel("Annotators' entropy from");
  await most.fill("0.6");
  const few = await counted();
  check(few < all, "the entropy filter leaves everything");
  const entropies = await tab.evaluate(() => [...document.querySelectorAll(".explorer .facts")].map((f) => Number(f.textContent.match(/log K ([0-9.]+)/)[1])));
  check(entropies.every((value) => value >= 0.595), `an item below the filter's entropy: ${Math.min(...entropies)}`);
  check(entropies.every((value, i) => i === 0 || entropies[i - 1] >= value), "items are not ordered by entropy");
  await most.fill("0");
  const kind = tab.getByLabel("Annotators' first choice");
  await kind.selectOption({index: 1});
  check(await counted() < all, "the class filter leaves everything");
  await kind.selectOption({index: 0});
  const apart = tab.getByLabel("Methods apart by at least");
  if (await apart.count() > 0) {
    await apart.fill("0.3");
    seen.apart = await counted();
    check(seen.apart < all, "the filter by disagreement leaves everything");
    await apart.fill("0");
  }
  const before = await names();
  await tab.getByLabel("Order by").selectOption({index: 1});
  check(JSON.stringify(await names()) !== JSON.stringify(before), "another order shows the same");
  await tab.getByLabel("Search").fill(before[0]);
  check(await counted() >= 1 && (await names()).includes(before[0]), "search does not find an item by its name");
  await tab.getByLabel("Search").fill("");
  check(await counted() === all, "filters that were taken away still filter");
  // A whole journey through the items: no frame may take long.
  seen.slowestFrame = await tab.evaluate(() => new Promise((done) => {
    const view = document.querySelector(".explorer .viewport");
    let slowest = 0, last = performance.now(), step = 0;
    const frame = (now) => {
      if (step > 1) slowest = Math.max(slowest, now - last);
      last = now;
      if (++step > 60) { done(slowest); return; }
      view.scrollTop = (view.scrollHeight - view.clientHeight) * step / 60;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }));
  const pixels = await tab.evaluate(() => {
    const canvas = document.querySelector(".explorer canvas");
    if (!canvas) return null;
    return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((byte, i) => i % 4 < 3 && byte > 0);
  });
  check(pixels !== false, "a picture is empty");
}
// Names from data are shown as they are.
seen.scripts = await tab.evaluate(() => [...document.scripts].filter((s) => s.type !== "application/json").length);
check(seen.scripts === 1, `${seen.scripts} scripts run on the page`);
check(await tab.evaluate(() => window.__injected === undefined), "something from the data was run");
check(await tab.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "the page is wider than the screen");

// The button changes the theme, and figures follow.
const paper = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = await paper();
await tab.locator("#theme").click();
check(await paper() !== light, "the button does not change the theme");
await tab.context().close();

// --- the policy: a script that was not there is not run, nor is text ------------------------------------------------------
const context = await browser.newContext();
tab = await context.newPage();
await tab.goto(pathToFileURL(page).href);
const refused = await tab.evaluate(() => new Promise((done) => {
  const violated = [];
  document.addEventListener("securitypolicyviolation", (event) => violated.push(event.violatedDirective));
  const script = document.createElement("script");
  script.textContent = "window.__injected = 1";
  document.body.append(script);
  setTimeout("window.__injected = 2", 0);
  document.body.append(Object.assign(new Image(), {src: "https://example.invalid/x.png"}));
  setTimeout(() => done({violated, injected: window.__injected}), 300);
}));
check(refused.injected === undefined, "the policy lets a foreign script run");
for (const directive of ["script-src-elem", "script-src", "img-src"]) check(refused.violated.includes(directive), `nothing is refused by ${directive}`);
await context.close();

// --- dark, and a phone ----------------------------------------------------------------------------------------------
tab = await open({viewport: {width: 1280, height: 900}, colorScheme: "dark"});
await tab.waitForSelector(".plot[data-drawn=yes]");
check(await tab.evaluate(() => { const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number); return r + g + b < 200; }), "dark is not dark");
await tab.screenshot({path: path.join(pictures, "dark.png")});
await tab.context().close();

tab = await open({viewport: {width: 390, height: 844}, colorScheme: "light", isMobile: true, hasTouch: true});
await drawAll(tab);
check(await tab.evaluate(() => document.documentElement.scrollWidth <= 390), "the page is wider than a phone");
const wide = await tab.evaluate(() => [...document.querySelectorAll(".plot")].filter((plot) => plot.scrollWidth > plot.clientWidth + 60).map((plot) => plot.dataset.figure));
check(wide.length === 0, `figures wider than a phone: ${wide.join(", ")}`);
await tab.evaluate(() => scrollTo({top: 0, behavior: "instant"}));
await tab.screenshot({path: path.join(pictures, "phone.png")});
await tab.context().close();
await browser.close();

console.log(JSON.stringify(seen));
for (const failure of new Set(failures)) console.error(failure);
process.exit(failures.length > 0 ? 1 : 0);
