/** Runs test files in one process, with another text of a source, until a test fails or the time is over. */
import { registerHooks } from "node:module"
import { run } from "node:test"

const [mostMs, address, source = "", ...files] = process.argv.slice(2)

registerHooks({
  load: (url, context, next) =>
    url === address ? { format: "module-typescript", source, shortCircuit: true } : next(url, context),
})
setTimeout(() => process.exit(0), Number(mostMs)).unref() // the run ends when nothing is left to wait for
run({ files, isolation: "none" })
  .on("test:fail", () => process.exit(1))
  .on("end", () => process.exit(0))
  .resume()
