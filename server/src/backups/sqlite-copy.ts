import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { open } from "node:fs/promises"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { NamedBlob } from "./copy-blobs.ts"
import { namedBlobs, toNamedBlob } from "./named-blobs.ts"

/** Copies a SQLite database in use as of one moment. Returns the blobs that the copy names. */
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

/** Puts a copy where the service expects its database, completely or not at all. */
export async function placeSqlite(copy: string, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.restoring`
  copyFileSync(copy, temporary)
  await sync(temporary)
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true })
  renameSync(temporary, path)
}

async function sync(path: string): Promise<void> {
  const file = await open(path, "r+")
  await file.sync().finally(() => file.close())
}
