// ruff.js FILE ..: what ruff says of Python files, by npm's @astral-sh/ruff-wasm-nodejs ("ruff" of npm is another program).
// Looked for as node does, and in the folder RUFF: `npm install --ignore-scripts --prefix FOLDER @astral-sh/ruff-wasm-nodejs`.
// Exit status 1: it found something; 77: it is not there.
"use strict";
const fs = require("fs");
const path = require("path");

const NAME = "@astral-sh/ruff-wasm-nodejs";
const SETTINGS = {
    "line-length": 132,
    "target-version": "py39",
    lint: {
        // pyflakes, pycodestyle, bugbear, comprehensions, the errors of pylint, calls of programs whose failure nobody sees
        select: ["F", "E", "W", "B", "C4", "PLE", "PLW1510"],
        ignore: ["B023"], // functions made in a loop: ours are called before the next turn
    },
};

function load() {
    const places = [process.env.RUFF && path.join(process.env.RUFF, "node_modules"), path.join(__dirname, "..", "node_modules")];
    try {
        return require(require.resolve(NAME, { paths: [...places.filter(Boolean), ...module.paths] }));
    } catch (reason) {
        if (reason.code !== "MODULE_NOT_FOUND") throw reason;
        console.log(`skipped: no ${NAME} of npm: install it, and let RUFF name its folder`);
        process.exit(77);
    }
}

const ruff = load();
const workspace = new ruff.Workspace(SETTINGS, ruff.PositionEncoding ? ruff.PositionEncoding.Utf8 : undefined);
const files = process.argv.slice(2);
let found = 0;
for (const file of files)
    for (const one of workspace.check(fs.readFileSync(file, "utf8"))) {
        if (one.code === "E501" && file.endsWith("_generated.py")) continue; // made, from comments of any length
        const at = one.start_location || one.location;
        console.log(`${file}:${at.row}:${at.column}: ${one.code} ${one.message}`);
        found++;
    }
console.log(`ruff ${ruff.Workspace.version()}: ${files.length} files, ${found} findings`);
process.exit(files.length && !found ? 0 : 1);
