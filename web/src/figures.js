// Figures: Vega-Lite specifications in the page, drawn when they come into view and again when the theme or the width
// changes. Expressions run in vega-interpreter, so that the page's policy needs no eval; nothing is ever fetched.
import embed from "vega-embed";
import {expressionInterpreter} from "vega-interpreter";
import {colour, onTheme, theme} from "./theme.js";

export const figures = new Map(); // name -> {drawn: Promise of the view}

const kInk = "#1c2330"; // stands for the colour of text, whatever the theme

const refuse = () => Promise.reject(new Error("a report loads nothing"));
const loader = {load: refuse, sanitize: refuse, http: refuse, file: refuse};

export function themed() {
  const [ink, quiet, line, paper] = ["ink", "quiet", "line", "paper"].map(colour);
  const font = getComputedStyle(document.body).fontFamily;
  return {
    background: paper,
    font,
    axis: {labelColor: quiet, titleColor: ink, gridColor: line, domainColor: line, tickColor: line, titleFontWeight: 500},
    header: {labelColor: ink, titleColor: ink},
    legend: {labelColor: ink, titleColor: quiet, titleFontWeight: 500},
    title: {color: ink, subtitleColor: quiet},
    text: {color: ink},
    view: {stroke: line},
    style: {ink: {stroke: ink, fill: ink, color: ink}, faint: {stroke: quiet, fill: quiet}},
  };
}

// A copy of the specification that fits its place: as many panels side by side as there is room for.
export function fitted(spec, width) {
  const fit = JSON.parse(JSON.stringify(spec).replaceAll(`"${kInk}"`, JSON.stringify(colour("ink"))));
  for (const {encoding} of (fit.spec ?? fit).layer) {
    if (encoding?.color?.legend?.columns) encoding.color.legend.columns = Math.max(2, Math.floor(width / 130));
  }
  if (fit.facet) {
    const names = fit.spec.layer.map((layer) => layer.encoding?.y).find((y) => y?.type === "ordinal")?.sort ?? [];
    const aside = 76 + (names.length > 0 ? Math.min(160, 6.5 * Math.max(...names.map((name) => name.length))) : 0); // labels, and a gap
    const columns = Math.max(1, Math.min(fit.columns ?? 3, Math.floor(width / (184 + aside))));
    fit.columns = columns;
    fit.spec.width = Math.max(150, Math.floor(width / columns - aside));
  } else if (fit.width === undefined) {
    fit.width = "container";
  }
  return fit;
}

// What can be done with a figure, behind a word.
function foldActions(plot) {
  const actions = plot.querySelector(".vega-actions");
  const summary = document.createElement("summary");
  summary.textContent = "Save";
  summary.setAttribute("aria-label", `Save or edit ${plot.dataset.figure}`);
  const details = document.createElement("details");
  details.append(summary, actions);
  plot.prepend(details);
}

async function draw(plot, spec) {
  const width = plot.clientWidth;
  const result = await embed(plot, fitted(spec, width), {
    mode: "vega-lite",
    renderer: "svg",
    ast: true,
    expr: expressionInterpreter,
    actions: {export: true, source: false, compiled: false, editor: true},
    defaultStyle: false,
    tooltip: {disableDefaultStyle: true, theme: theme()},
    downloadFileName: plot.dataset.figure,
    config: themed(),
    loader,
  });
  foldActions(plot);
  plot.dataset.drawn = "yes";
  return result.view;
}

export function startFigures() {
  const plots = [...document.querySelectorAll(".plot")];
  const state = new Map();
  const show = (plot) => {
    const mine = state.get(plot);
    mine.width = plot.clientWidth;
    const before = mine.drawn ?? Promise.resolve();
    mine.drawn = before.catch(() => {}).then(() => draw(plot, mine.spec));
    mine.drawn.catch((error) => {
      plot.textContent = `This figure could not be drawn: ${error.message}`;
      console.error(error);
    });
    figures.set(plot.dataset.figure, mine);
  };
  const near = new IntersectionObserver((entries) => {
    for (const {isIntersecting, target} of entries) {
      if (isIntersecting && !state.get(target).drawn) show(target);
    }
  }, {rootMargin: "600px"});
  for (const plot of plots) {
    const spec = JSON.parse(document.getElementById(`spec-${plot.dataset.figure}`).textContent);
    state.set(plot, {spec});
    near.observe(plot);
  }
  const again = () => plots.filter((plot) => state.get(plot).drawn).forEach(show);
  onTheme(again);
  let waiting = 0;
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => plots
      .filter((plot) => state.get(plot).drawn && state.get(plot).width !== plot.clientWidth).forEach(show), 200);
  });
  addEventListener("beforeprint", () => plots.filter((plot) => !state.get(plot).drawn).forEach(show));
}
