import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { open } from "node:fs/promises"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { migrate } from "#storage/migrate.ts"
import { openSqlite } from "#storage/sqlite.ts"
import type { NamedBlob } from "./copy-blobs.ts"
import { before, hasOtherSchema, moveRows } from "./move-rows.ts"
import { namedBlobs, toNamedBlob } from "./named-blobs.ts"

/** Copies a snapshot of a SQLite database in use. Returns the blobs in the copy. */
export async function copySqlite(path: string, target: string): Promise<NamedBlob[]> {
  const source = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    source.prepare("vacuum into ?").run(target)
  } finally {
    source.close()
  }
  await sync(target)
  const copy = new DatabaseSync(target, { readOnly: true })
  try {
    return copy.prepare(namedBlobs).all().map(toNamedBlob)
  } finally {
    copy.close()
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

/** Moves it completely or not at all. Moves rows of another schema into a new database with the present one. */
export async function placeSqlite(copy: string, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.restoring`
  if (hasOtherSchema(migrationsOf(copy))) await moveInto(temporary, copy)
  else copyFileSync(copy, temporary)
  await sync(temporary)
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true })
  renameSync(temporary, path)
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
