import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { test } from "node:test"

/** Who may import whom. Whatever a row does not name is forbidden; `type` allows `import type` only. */
const mayImport: Record<string, { any: string[]; type?: string[] }> = {
  kernel: { any: ["kernel"], type: ["adapters/*/port", "storage/database", "storage/schema"] },
  access: { any: ["kernel", "access", "storage/prepared"], type: ["storage/database"] },
  domains: { any: ["kernel", "access", "domains", "adapters/*/port"] },
  surfaces: { any: ["kernel", "access", "domains", "surfaces", "config"], type: ["adapters/*/*"] },
  adapters: { any: ["kernel", "adapters"], type: ["config"] },
  storage: { any: ["kernel", "storage"] },
  config: { any: ["kernel", "config"] },
  jobs: {
    any: ["kernel", "access", "domains", "jobs", "surfaces/rest/idempotency-store", "storage/commit-store"],
    type: ["storage/database"],
  },
}

/** Domains reach each other downwards only, and nobody reaches up to handover. */
const domainsBelow: Record<string, string[]> = {
  handover: ["drive", "workspaces", "accounts"],
  previews: [],
  workspaces: ["accounts", "connections"],
  links: ["workspaces"],
  docs: [],
  drive: [],
  accounts: ["connections"],
  connections: [],
  "team-time": [],
  "chat-commands": [],
}

const queryBuilder = /^kysely$/
const writesQueries = (file: string) => /-store\.ts$/.test(file) || file.startsWith("storage/")
const frameworks =
  /^(fastify|@fastify\/.*|stripe|pg|ioredis|nodemailer|@aws-sdk\/.*|rate-limiter-flexible|prom-client|pino)$/

const root = new URL("../../src/", import.meta.url).pathname

interface Import {
  from: string
  target: string
  isType: boolean
}

function imports(): Import[] {
  return sources().flatMap((from) => {
    const text = readFileSync(join(root, from), "utf8")
    const found = text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^"'();]*?from\s+)?"([^"]+)"|import\("([^"]+)"\)/g,
    )
    return [...found].map(([, type, fixed, dynamic]) => ({
      from,
      target: resolve(from, fixed ?? dynamic ?? ""),
      isType: type !== undefined,
    }))
  })
}

function sources(): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !/(^|\/)contract\.ts$/.test(file),
  )
}

/** `#a/b.ts` and `./b.ts` both become `a/b.ts`; a package stays as it is. */
function resolve(from: string, target: string): string {
  if (target.startsWith("#")) return target.slice(1)
  if (target.startsWith(".")) return relative(root, join(root, from, "..", target))
  return target
}

function matches(target: string, pattern: string): boolean {
  const expression = pattern.replaceAll("*", "[^/]+")
  return new RegExp(`^${expression}(/|\\.ts$|$)`).test(target)
}

const ours = (target: string) => target.endsWith(".ts")

test("code imports only what lies below it", () => {
  const wrong = imports()
    .filter(({ target }) => ours(target))
    .filter(({ from, target, isType }) => {
      const rule = mayImport[from.split("/")[0] ?? ""]
      if (!rule) return false // main, app and the demo may import anything
      const storeMayRead = writesQueries(from) && matches(target, "storage")
      const allowed = [...rule.any, ...(isType ? (rule.type ?? []) : [])]
      return !storeMayRead && !allowed.some((pattern) => matches(target, pattern))
    })
  assert.deepEqual(wrong, [])
})

test("domains reach each other downwards, and only through the index", () => {
  const wrong = imports().filter(({ from, target }) => {
    const [layer, domain = ""] = from.split("/")
    const [targetLayer, targetDomain = "", file] = target.split("/")
    if (layer !== "domains" || targetLayer !== "domains" || targetDomain === domain) return false
    return file !== "index.ts" || !domainsBelow[domain]?.includes(targetDomain)
  })
  assert.deepEqual(wrong, [])
})

test("surfaces and jobs reach domains only through the index", () => {
  const wrong = imports().filter(
    ({ from, target }) =>
      !from.startsWith("domains/") && target.startsWith("domains/") && !/^domains\/[^/]+\/index\.ts$/.test(target),
  )
  assert.deepEqual(wrong, [])
})

test("every domain says which domains lie below it", () => {
  const folders = readdirSync(join(root, "domains"))
  assert.deepEqual(
    [...folders].sort(),
    Object.keys(domainsBelow)
      .filter((name) => folders.includes(name))
      .sort(),
  )
})

test("only stores and storage write queries", () => {
  const wrong = imports().filter(
    ({ from, target, isType }) => queryBuilder.test(target) && !isType && !writesQueries(from),
  )
  assert.deepEqual(wrong, [])
})

test("domains, access and kernel know no framework, no environment and no clock", () => {
  const inner = sources().filter((file) => /^(domains|access|kernel)\//.test(file))
  const frameworkImports = imports().filter(({ from, target }) => inner.includes(from) && frameworks.test(target))
  assert.deepEqual(frameworkImports, [])

  const readsOutside = inner.filter((file) => {
    const code = readFileSync(join(root, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
    return /process\.env|Date\.now|new Date\(\)/.test(code)
  })
  assert.deepEqual(readsOutside, [])
})

test("only app.ts picks adapters", () => {
  const wrong = imports().filter(
    ({ from, target, isType }) =>
      /^adapters\//.test(target) && !isType && !/\/port\.ts$/.test(target) && !/^(adapters\/|app\.ts)/.test(from),
  )
  assert.deepEqual(wrong, [])
})
