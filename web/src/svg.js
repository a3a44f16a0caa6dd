// A specification as SVG, without a browser: what `dissent report --figures` runs under node.
import {parse, View} from "vega";
import {expressionInterpreter} from "vega-interpreter";
import {compile} from "vega-lite";

export async function toSvg(spec) {
  const sized = structuredClone(spec);
  if (!sized.facet && sized.width === undefined) sized.width = 640;
  const compiled = compile(sized, {logger: quiet}).spec;
  const view = new View(parse(compiled, null, {ast: true}), {renderer: "none", expr: expressionInterpreter});
  return view.toSVG();
}

const quiet = {level: () => quiet, warn: () => quiet, info: () => quiet, debug: () => quiet, error: () => quiet};
