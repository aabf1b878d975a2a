// Resolves imports that name a file, without asking the disk for each of a thousand of them what it is. Node looks for
// the package.json that a file belongs to, follows links and reads the disk once more; for our own sources, and inside
// libraries of hundreds of small files, the address alone tells. What this does not know, Node resolves as ever.
import module from "node:module"

const sources = new URL("./src/", import.meta.url).href
const tests = new URL("./test/", import.meta.url).href
const pages = new URL("../web/src/", import.meta.url).href
/** Libraries of ES modules only, whose files import each other with their endings. */
const library = /\/node_modules\/(?:kysely\/dist|zod\/v4)\//

/** What the packages that our sources name turned out to be: they are the same for all of them. */
const packages = new Map()

module.registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, conditions } = context
    if (parentURL === undefined || !conditions.includes("import")) return next(specifier, context)
    const isOurs = parentURL.startsWith(sources) || parentURL.startsWith(tests)
    if (specifier.startsWith(".")) {
      const { href } = new URL(specifier, parentURL)
      if ((isOurs || parentURL.startsWith(pages)) && href.endsWith(".ts"))
        return { url: href, format: "module-typescript", shortCircuit: true }
      if (href.endsWith(".js") && library.test(parentURL)) return { url: href, format: "module", shortCircuit: true }
      return next(specifier, context)
    }
    if (!isOurs) return next(specifier, context)
    if (specifier.startsWith("#")) return resolveOwn(specifier)
    let found = packages.get(specifier)
    if (found === undefined) {
      found = { ...next(specifier, context), shortCircuit: true }
      packages.set(specifier, found)
    }
    return found
  },
})

/** `#kernel/ids.ts`, by the table `imports` of package.json. */
function resolveOwn(specifier) {
  const path = specifier.slice(1)
  const url = path.startsWith("test/") ? tests + path.slice(5) : sources + path
  return { url, format: "module-typescript", shortCircuit: true }
}
