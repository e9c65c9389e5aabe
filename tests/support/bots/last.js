#!/usr/bin/env node
// A bot that says no, and otherwise takes the last option.
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const told = JSON.parse(line);
  if (told.n === undefined) return;
  const option = told.kind === "answer" ? 0 : told.options.length - 1;
  console.log(JSON.stringify({ n: told.n, option }));
});
