// Starts what `bundle-if-changed.ts` made, with what was compiled before at hand: a start reads a few files and compiles
// nothing. `node server/src/start/main.ts` does the same without either, in three times the time.
import "./compile-cache.cjs"
import { existsSync } from "node:fs"

if (existsSync(new URL("./dist/main.js", import.meta.url))) await import("./dist/main.js")
else {
  process.stderr.write("The server is not built yet. Run `npm start`, which builds it first.\n")
  process.exitCode = 1
}
