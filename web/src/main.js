// The page of a report: what is alive in it. Tables, texts and the data of figures are there without any of this.
import {startExplorers} from "./explorer.js";
import {figures, startFigures} from "./figures.js";
import {toSvg} from "./svg.js";
import {startTables} from "./tables.js";
import {startTheme} from "./theme.js";

if (typeof document !== "undefined") {
  startTheme();
  startTables();
  startFigures();
  startExplorers();
  document.documentElement.dataset.ready = "yes";
}

export {figures, toSvg};
