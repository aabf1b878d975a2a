import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type DeclaredType, readDeclarations } from "./declarations.ts"

const resources = fileURLToPath(new URL("./resources/", import.meta.resolve("stripe")))

interface Operation {
  /** The type of the parameters; undefined without parameters. */
  parameters: DeclaredType | undefined
}

interface Entry {
  method: string
  pattern: RegExp
  /** How many parts of the path are fixed: `/v1/account` is more exact than `/v1/{id}`. */
  fixed: number
  file: string
  name: string
}

let entries: Entry[] | undefined
const operations = new Map<Entry, Operation>()

/** Finds the SDK's method that sends requests to this path. */
export function findOperation(method: string, path: string): Operation | undefined {
  entries ??= readEntries()
  const entry = entries
    .filter((one) => one.method === method && one.pattern.test(path))
    .reduce<Entry | undefined>((best, one) => (best && best.fixed >= one.fixed ? best : one), undefined)
  if (!entry) return undefined
  const operation = operations.get(entry) ?? {
    parameters: readDeclarations(entry.file).parametersOf(entry.name),
  }
  operations.set(entry, operation)
  return operation
}

/** Every `_makeRequest` of the SDK, with its method. */
function readEntries(): Entry[] {
  const files = readdirSync(resources, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"))
  return files.flatMap((file) => readFile(join(resources, file)))
}

const call = /^ {4}(\w+)\(.*\{$|_makeRequest\('(\w+)', ['`](.+?)['`],/gm

function readFile(file: string): Entry[] {
  const found: Entry[] = []
  let name = ""
  for (const [, declared, method, path] of readFileSync(file, "utf8").matchAll(call)) {
    if (declared !== undefined) name = declared
    else if (method !== undefined && path !== undefined) {
      const parts = path.split("/").map((part) => (part.startsWith("${") ? "[^/]+" : RegExp.escape(part)))
      const fixed = parts.filter((part) => part !== "[^/]+").length
      const pattern = new RegExp(`^${parts.join("/")}$`)
      found.push({ method, pattern, fixed, name, file: file.replace(/\.js$/, ".d.ts") })
    }
  }
  return found
}
