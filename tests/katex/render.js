// Draws formulas with KaTeX itself: the path of its package as the argument, on standard input
// {"macros": {…}, "formulas": [[tex, display], …]}, on standard output the HTML of each, or null.
"use strict";
const katex = require(process.argv[2]);
const { macros, formulas } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const drawn = formulas.map(([tex, displayMode]) => {
  try {
    return katex.renderToString(tex, { displayMode, macros: { ...macros }, strict: "ignore" });
  } catch (error) {
    return null;
  }
});
process.stdout.write(JSON.stringify({ version: katex.version, drawn }));
