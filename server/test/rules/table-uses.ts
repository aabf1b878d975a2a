import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root, sources } from "./source-graph.ts"

/** The folders that own the tables of a file of `storage/baseline`, where that is not the domain of its name alone. */
const owners: Readonly<Record<string, readonly string[]>> = {
  "assistant-marks": ["domains/assistant"],
  changes: ["changes", "domains/live"],
  "handover-payments": ["domains/handover"],
  jobs: ["jobs", "engines/jobs"],
  storage: ["storage", "engines/jobs"],
  transport: ["access"],
  words: ["domains/docs", "domains/links"],
}

/** Tables that all may read. Besides the owners only this folder writes them: it inserts the rows of all domains. */
const shared: Readonly<Record<string, string>> = {
  assistant_permits: "access",
  audit_entries: "domains/connections",
  changes: "changes",
  directory: "storage",
  events: "changes",
  idempotency_keys: "access",
  jobs: "jobs",
}

export interface TableUse {
  /** A file below `server/src`. */
  readonly file: string
  readonly table: string
  readonly isWrite: boolean
}

const query = /\b(selectFrom|innerJoin|leftJoin|insertInto|updateTable|deleteFrom|using)\(\s*\[?\s*"(\w+)(?: as \w+)?"/g
const statement = /\b(from|join|insert into|update|delete from)\s+(?:\$\{[^}]*\}\.)?"?(\w+)\b/g
const inVariable = /\b(insertInto|updateTable|deleteFrom)\(\s*[a-z]/
/** Tables that a helper of `storage` or a sweep writes. */
const written = /\b(?:emptiesSome|emptiesAll|emptiesBlobs|suspends)\(([^)]*)|\btable: ("\w+")/g
const writes = ["insertInto", "updateTable", "deleteFrom", "insert into", "update", "delete from"]

/** These have databases of their own, work on every table, or make the demo's rows. */
const isApart = (file: string) => /^(storage|backups|scripts|start\/demo|adapters\/payments\/sandbox)\//.test(file)

/** The uses of tables by folders that do not own them, once for each file and table; a write is also a read. */
export function foreignUses(): TableUse[] {
  const ownersOf = readOwners()
  return sources()
    .filter((file) => !isApart(file))
    .flatMap((file) => usesIn(file, ownersOf))
    .filter(({ file, table }) => !ownersOf.get(table)?.includes(folderOf(file)))
    .filter(({ table, isWrite }) => isWrite || !(table in shared))
}

function readOwners(): Map<string, readonly string[]> {
  return new Map(
    readTables().map(({ table, its }) => {
      const writer = shared[table]
      return [table, writer === undefined ? its : [...its, writer]]
    }),
  )
}

/** The tables with their SQL, and the folders of their file in `storage/baseline`. */
export function readTables(): { table: string; its: readonly string[]; sql: string }[] {
  const folder = join(root, "storage/baseline")
  const files = readdirSync(folder).filter((file) => file !== "index.ts")
  return files.flatMap((file) => {
    const part = file.replace(".ts", "")
    const its = owners[part] ?? [`domains/${part}`]
    const text = readFileSync(join(folder, file), "utf8")
    return [...text.matchAll(/^create (?:virtual )?table (\w+)[^;]*/gm)].map(([sql, table = ""]) => ({
      table,
      its,
      sql,
    }))
  })
}

function usesIn(file: string, known: ReadonlyMap<string, unknown>): TableUse[] {
  const text = readFileSync(join(root, file), "utf8").replace(/^\s*(\/\/|\*|\/\*).*$/gm, "")
  const raw = [...text.matchAll(/`[^`]*`/g)].flatMap(([part]) => [...part.matchAll(statement)])
  const tables = new Map<string, boolean>()
  // A query of a table in a variable may use each table that the file names.
  const [, variable = ""] = inVariable.exec(text) ?? []
  const named = variable === "" ? [] : [...text.matchAll(/"(\w+)"/g)].map(([, table]) => ["", variable, table] as const)
  const byHelpers = [...text.matchAll(written)].flatMap(([part]) => [...part.matchAll(/"(\w+)"/g)])
  const ofHelpers = byHelpers.map(([, table]) => ["", "deleteFrom", table] as const)
  for (const [, verb = "", table = ""] of [...text.matchAll(query), ...raw, ...named, ...ofHelpers]) {
    if (known.has(table)) tables.set(table, (tables.get(table) ?? false) || writes.includes(verb))
  }
  return [...tables].map(([table, isWrite]) => ({ file, table, isWrite }))
}

/** A domain, an engine, a surface or a kind of adapter; else the floor. */
function folderOf(file: string): string {
  const [floor = "", folder = ""] = file.split("/")
  return /^(domains|engines|surfaces|adapters)$/.test(floor) ? `${floor}/${folder}` : floor
}
