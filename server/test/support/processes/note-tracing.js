// Imported by a started process before its program: writes, when the process exits, which files it loaded and how often
// an AsyncLocalStorage got a store, to the file that NOTES names.
import { AsyncLocalStorage } from "node:async_hooks"
import { writeFileSync } from "node:fs"
import { registerHooks } from "node:module"

const loaded = []
let stores = 0
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})
for (const name of ["run", "enterWith"]) {
  const enter = AsyncLocalStorage.prototype[name]
  AsyncLocalStorage.prototype[name] = function (...given) {
    stores += 1
    return enter.apply(this, given)
  }
}
process.once("exit", () => writeFileSync(process.env.NOTES, JSON.stringify({ loaded, stores })))
