import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs"
import { open } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { dayMs } from "#kernel/time/units.ts"
import { migrate } from "#storage/migrate.ts"
import { openSqlite } from "#storage/sqlite.ts"
import type { NamedBlob } from "./copy-blobs.ts"
import { before, hasOtherSchema, moveRows } from "./move-rows.ts"
import { namedBlobs, toNamedBlob } from "./named-blobs.ts"

/** Stores a snapshot of a SQLite database in use, by way of a copy beside it. Returns the blobs in the copy. */
export async function copySqlite<Stored>(
  path: string,
  store: (copy: Readable) => Promise<Stored>,
): Promise<{ named: NamedBlob[]; stored: Stored }> {
  const folder = mkdtempSync(`${path}.backup-`)
  try {
    const copy = join(folder, "copy")
    vacuumInto(copy, path)
    return { named: blobsIn(copy), stored: await store(createReadStream(copy)) }
  } finally {
    rmSync(folder, { recursive: true })
    removeAbandoned(path)
  }
}

function vacuumInto(copy: string, path: string): void {
  const source = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    source.prepare("vacuum into ?").run(copy)
  } finally {
    source.close()
  }
}

function blobsIn(copy: string): NamedBlob[] {
  const database = new DatabaseSync(copy, { readOnly: true })
  try {
    return database.prepare(namedBlobs).all().map(toNamedBlob)
  } finally {
    database.close()
  }
}

function removeAbandoned(path: string): void {
  for (const name of readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.backup-`))) {
    const folder = join(dirname(path), name)
    const stats = statSync(folder, { throwIfNoEntry: false })
    if (stats && Date.now() - stats.mtimeMs > dayMs) rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether there is no file at `path`, or a database without tables. */
export function isEmptySqlite(path: string): boolean {
  if (!existsSync(path)) return true
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    return database.prepare("select 1 from sqlite_schema limit 1").get() === undefined
  } finally {
    database.close()
  }
}

/** Places a copy completely or not at all. Moves rows of another schema into a new database with the present one. */
export async function placeSqlite(copy: Readable, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  const [received, temporary] = [`${path}.received`, `${path}.restoring`]
  try {
    await pipeline(copy, createWriteStream(received, { mode: 0o600 }))
    if (hasOtherSchema(migrationsOf(received))) await moveInto(temporary, received)
    else renameSync(received, temporary)
    await sync(temporary)
    for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true })
    renameSync(temporary, path)
  } finally {
    rmSync(received, { force: true })
  }
}

function migrationsOf(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return database
      .prepare("select name from migrations")
      .all()
      .map(({ name }) => String(name))
  } finally {
    database.close()
  }
}

async function moveInto(path: string, copy: string): Promise<void> {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true })
  const made = openSqlite(path)
  await migrate(made).finally(() => made.close())
  const database = new DatabaseSync(path)
  try {
    database.prepare(`attach ? as ${before}`).run(copy)
    const columns = database.prepare("select name from pragma_table_info(?, ?)")
    const columnsOf = (schema: string, table: string) => columns.all(table, schema).map(({ name }) => String(name))
    database.exec("begin")
    await moveRows({ present: "main", columnsOf, run: (statement) => database.exec(statement) })
    database.exec(`commit; detach ${before}; pragma journal_mode = delete`)
  } finally {
    database.close()
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, "r+")
  await file.sync().finally(() => file.close())
}
