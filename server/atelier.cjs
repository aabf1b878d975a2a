#!/usr/bin/env node
"use strict"
// The command of an installation. An older Node.js must be able to read this file, so it is plain old JavaScript.
if (parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`Atelier needs Node.js 24 or newer; this is ${process.version}.\n`)
  process.exit(78)
} else {
  require("./compile-cache.cjs")
  import("./dist/command.js")
}
