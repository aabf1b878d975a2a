import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { imports, root, sources, webRoot } from "./source-graph.ts"

/**
 * The floors, from the ground up: who may import whom. What a row does not name is forbidden; `type` allows
 * `import type` only.
 */
const floors: Record<string, { any: string[]; type?: string[] }> = {
  kernel: { any: ["kernel"] },
  measure: { any: ["measure"] },
  contract: { any: ["contract", "kernel/typed-text", "kernel/text/fold", "kernel/text/guess-encoding"] },
  spans: { any: ["kernel", "spans"] },
  storage: { any: ["kernel", "measure", "spans", "storage"] },
  log: { any: ["kernel", "measure", "spans", "log"] },
  config: { any: ["kernel", "config"] },
  adapters: { any: ["kernel", "measure", "spans", "contract", "adapters"], type: ["config"] },
  changes: {
    any: ["kernel", "contract", "changes", "storage/after-commit"],
    type: ["storage/database", "adapters/*/port"],
  },
  access: {
    any: [
      "kernel",
      "spans",
      "contract",
      "changes",
      "access",
      "storage/prepared",
      "storage/after-commit",
      "adapters/*/port",
    ],
    type: ["storage/database", "config/assistant-settings"],
  },
  jobs: { any: ["kernel", "spans", "access", "jobs"] },
  domains: {
    any: [
      "kernel",
      "measure",
      "spans",
      "contract",
      "changes",
      "access",
      "jobs",
      "domains",
      "adapters/*/port",
      "storage/sealed-column",
    ],
  },
  engines: {
    any: [
      "kernel",
      "measure",
      "spans",
      "contract",
      "log",
      "changes",
      "access",
      "jobs",
      "domains",
      "engines",
      "storage/commit-store",
    ],
    type: ["adapters/*/port", "storage/database", "storage/sealed-column"],
  },
  surfaces: {
    any: ["kernel", "measure", "spans", "contract", "changes", "access", "domains", "engines", "surfaces", "config"],
    type: ["adapters/*/*"],
  },
  start: {
    any: [
      "kernel",
      "measure",
      "spans",
      "log",
      "access",
      "domains",
      "engines",
      "surfaces",
      "config",
      "adapters",
      "storage",
      "start",
    ],
  },
  backups: {
    any: ["kernel", "domains", "engines", "config", "storage", "start", "backups"],
    type: ["adapters/*/port"],
  },
  command: {
    any: ["kernel", "log", "access", "domains", "surfaces", "config", "storage", "start", "backups", "command"],
    type: ["adapters/*/port"],
  },
  scripts: {
    any: [
      "kernel",
      "measure",
      "contract",
      "log",
      "domains",
      "engines",
      "surfaces",
      "config",
      "storage",
      "command",
      "scripts",
    ],
  },
}

/** Domains import each other downwards only. */
const domainsBelow: Record<string, string[]> = {
  assistant: [
    "tool-servers",
    "handover",
    "links",
    "docs",
    "drive",
    "team-time",
    "chat-commands",
    "workspaces",
    "notifications",
    "accounts",
    "overview",
  ],
  webhooks: ["handover", "links", "docs", "drive", "workspaces", "connections", "accounts", "notifications"],
  overview: ["handover", "links", "docs", "drive", "workspaces", "connections"],
  operators: ["mails", "handover", "links", "docs", "drive", "workspaces", "accounts", "assistant"],
  "seller-pages": ["handover", "links", "workspaces"],
  handover: ["mails", "drive", "workspaces", "accounts", "notifications"],
  previews: [],
  assets: [],
  workspaces: ["mails", "accounts", "connections", "notifications", "tool-servers"],
  links: ["drive", "workspaces"],
  docs: ["drive", "notifications", "accounts"],
  live: ["accounts"],
  drive: ["mails", "workspaces", "notifications", "accounts"],
  accounts: ["mails"],
  "tool-servers": ["notifications", "accounts"],
  connections: ["notifications", "accounts"],
  notifications: ["mails", "accounts"],
  mails: [],
  "team-time": ["notifications", "accounts"],
  "chat-commands": [],
}

const queryBuilder = /^kysely$/
const writesQueries = (file: string) => /-store\.ts$/.test(file) || file.startsWith("storage/")
const frameworks =
  /^(fastify|@fastify\/.*|stripe|pg|ioredis|nodemailer|@aws-sdk\/.*|rate-limiter-flexible|prom-client|pino)$/

function matches(target: string, pattern: string): boolean {
  const expression = pattern.replaceAll("*", "[^/]+")
  return new RegExp(`^${expression}(/|\\.ts$|$)`).test(target)
}

/** The types of tables are no source: `npm run types` makes them. */
const ours = (target: string) => target.endsWith(".ts") && !target.endsWith("/.types/tables.d.ts")

test("code imports only layers below it", () => {
  const wrong = imports()
    .filter(({ target }) => ours(target))
    .filter(({ from, target, isType }) => {
      const rule = floors[from.split("/")[0] ?? ""]
      if (!rule) return true
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
    return (file !== "index.ts" && file !== "on-demand.ts") || !domainsBelow[domain]?.includes(targetDomain)
  })
  assert.deepEqual(wrong, [])
})

test("surfaces and jobs reach domains only through the index", () => {
  const wrong = imports().filter(
    ({ from, target }) =>
      !from.startsWith("domains/") &&
      target.startsWith("domains/") &&
      !/^domains\/[^/]+\/(index|on-demand)\.ts$/.test(target),
  )
  assert.deepEqual(wrong, [])
})

test("only rules and `access` itself read permissions", () => {
  const wrong = imports().filter(
    ({ from, target }) => /^access\/(?!retention)[\w-]+-store\.ts$/.test(target) && !/^(access|domains)\//.test(from),
  )
  assert.deepEqual(wrong, [])
})

test("every folder has a floor", () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.deepEqual(folders.map(({ name }) => name).sort(), Object.keys(floors).sort())
})

/** What follows from the schemas of the actions and from the loaders of the pages. */
const typesOfSurfaces = ["surfaces/console/console-calls.ts", "surfaces/pages/page-data.ts"]

test("the pages import nothing of the server but the contract, and types of calls and of pages' data", () => {
  const wrong = imports(webRoot).filter(({ target, isType }) => {
    const [, file] = target.split("server/src/")
    const isAllowed = file?.startsWith("contract/") || (isType && typesOfSurfaces.includes(file ?? ""))
    return file !== undefined && !isAllowed
  })
  assert.deepEqual(wrong, [])
})

test("an engine imports no other engine", () => {
  const wrong = imports().filter(({ from, target }) => {
    const [layer, engine] = from.split("/")
    const [targetLayer, other] = target.split("/")
    return layer === "engines" && targetLayer === "engines" && engine !== other
  })
  assert.deepEqual(wrong, [])
})

/** What a surface's files may import of other surfaces, beside the transport kit, and why. */
const documentsOfOthers: readonly (readonly [from: string, target: string])[] = [
  // The console's document is a page, and contains data of the console's tables.
  ["surfaces/pages/console/*", "surfaces/console"],
  // The developers' pages are documents about the API and the tools, as those of discovery are.
  ["surfaces/pages/developers/*", "surfaces/rest"],
  ["surfaces/pages/developers/*", "surfaces/mcp"],
  // The console names the work of tools in the words of their rows.
  ["surfaces/console/tool-words.ts", "surfaces/mcp/tools.ts"],
  ["surfaces/discovery/*", "surfaces"],
  ["surfaces/resources/*", "surfaces"],
]

test("a surface imports no other except through the transport kit; documents about others read their tables", () => {
  const wrong = imports().filter(({ from, target }) => {
    const [layer, surface, file] = from.split("/")
    const [targetLayer, targetSurface, targetFile] = target.split("/")
    if (layer !== "surfaces" || targetLayer !== "surfaces" || !file || !targetFile) return false
    if (surface === targetSurface || targetSurface === "transport") return false
    return !documentsOfOthers.some(([of, others]) => matches(from, of) && matches(target, others))
  })
  assert.deepEqual(wrong, [])
})

test("only sendMail hands a mail to the mail server", () => {
  const callers = sources().filter((file) => /\bmail\.send\(/.test(readFileSync(join(root, file), "utf8")))
  assert.deepEqual(callers, ["domains/mails/send-mail.ts"])
})

test("every domain lists the domains below it", () => {
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

test("domains, access and kernel use no framework, no environment and no clock", () => {
  const inner = sources().filter((file) => /^(domains|access|kernel)\//.test(file))
  const frameworkImports = imports().filter(({ from, target }) => inner.includes(from) && frameworks.test(target))
  assert.deepEqual(frameworkImports, [])

  const readsOutside = inner.filter((file) => {
    const code = readFileSync(join(root, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
    return /process\.env|Date\.now|new Date\(\)/.test(code)
  })
  assert.deepEqual(readsOutside, [])
})

test("only start/adapters.ts and start/app.ts pick adapters", () => {
  const wrong = imports().filter(
    ({ from, target, isType }) =>
      /^adapters\//.test(target) &&
      !isType &&
      !/\/port\.ts$/.test(target) &&
      !/^(adapters\/|start\/(adapters|app)\.ts)/.test(from),
  )
  assert.deepEqual(wrong, [])
})
