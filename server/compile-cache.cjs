"use strict"
// Turns the compile cache on, in a folder where this user alone can write: beside the packages, where an installation
// may be read-only, or in the user's cache folder. Without one of them a start compiles.
const { accessSync, constants, mkdirSync } = require("node:fs")
const { enableCompileCache } = require("node:module")
const { join } = require("node:path")

const { CACHE_DIRECTORY, HOME, XDG_CACHE_HOME } = process.env
const places = [
  join(__dirname, "../node_modules/.cache"),
  CACHE_DIRECTORY, // systemd's
  XDG_CACHE_HOME || (HOME && join(HOME, ".cache")),
]
for (const place of places) {
  if (!place) continue
  const folder = join(place, "atelier")
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch {
    continue
  }
  enableCompileCache(folder)
  break
}
