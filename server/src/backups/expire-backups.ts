import { readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { Blobs } from "#adapters/blobs/port.ts"
import type { Settings } from "#config/settings.ts"
import { fromLines, places, readManifest, writeText } from "./manifest.ts"
import { type BackupTarget, isBucket, openPlace, splitAddress } from "./places.ts"

export interface Expired {
  backups: string[]
  blobs: number
}

/**
 * Removes all but the newest backups beside this one, what killed backups left there, and blobs of the pool that none of
 * the others names. Call it only after a complete backup, while no other one runs.
 * @throws Error before anything is removed, if a backup, or a folder that may be one, cannot be read.
 */
export async function expireBackups(
  settings: Settings,
  target: Pick<BackupTarget, "folder" | "pool">,
  keep: number,
): Promise<Expired> {
  const { parent, name: present } = splitAddress(target.folder)
  const pool = target.pool === undefined ? undefined : splitAddress(target.pool).name
  const place = await openPlace(parent, settings)
  const foldersWith = isBucket(parent) ? await findInBucket(place) : findOnDisk(parent)
  const complete = foldersWith(places.manifest)
  const dated = await Promise.all(complete.map(async (folder) => ({ folder, ...(await readNames(place, folder)) })))
  const beside = dated.filter(({ folder }) => folder !== present)
  const old = beside.toSorted((a, b) => b.takenAt.localeCompare(a.takenAt)).slice(keep - 1)
  const doomed = old.map(({ folder }) => folder)
  const left = foldersWith(places.unfinished).filter((folder) => !complete.includes(folder))
  for (const folder of [...doomed, ...left]) await removeBackup(place, folder, isBucket(parent) ? undefined : parent)

  const remaining = dated.filter(({ folder }) => !doomed.includes(folder))
  const blobs = pool === undefined ? 0 : await prune(place, pool, new Set(remaining.flatMap(({ blobs }) => blobs)))
  return { backups: doomed, blobs }
}

async function findInBucket(place: Blobs): Promise<(part: string) => string[]> {
  const keys = (await place.list()).map(({ key }) => key.split("/"))
  return (part) => keys.filter(([, name, ...rest]) => name === part && rest.length === 0).map(([folder = ""]) => folder)
}

/** Enters no folder. A file system's `lost+found`, which only root can read, is no backup. */
function findOnDisk(parent: string): (part: string) => string[] {
  const folders = readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "lost+found")
    .map(({ name }) => name)
  return (part) => folders.filter((name) => statSync(join(parent, name, part), { throwIfNoEntry: false })?.isFile())
}

async function readNames(place: Blobs, folder: string): Promise<{ takenAt: string; blobs: string[] }> {
  const read = { read: (key: string) => place.read(`${folder}/${key}`) }
  try {
    const { takenAt, pool } = await readManifest(read, folder)
    const entries = pool === null ? [] : fromLines(await text(await read.read(places.index)))
    return { takenAt, blobs: entries.filter(({ isPooled }) => isPooled).map(({ key }) => `${pool}/${key}`) }
  } catch (cause) {
    throw new Error(`No backup was removed, because ${folder} cannot be read. Move it away, or remove it.`, { cause })
  }
}

/** Removes the manifest first. If an interruption leaves other files, their mark lets a later backup remove them. */
async function removeBackup(place: Blobs, folder: string, parent: string | undefined): Promise<void> {
  await writeText(place, `${folder}/${places.unfinished}`, "")
  await place.remove(`${folder}/${places.manifest}`)
  if (parent !== undefined) return rmSync(join(parent, folder), { recursive: true, force: true })
  const keys = (await place.list(folder)).map(({ key }) => key)
  for (const key of keys.toSorted(
    (a, b) => Number(a.endsWith(places.unfinished)) - Number(b.endsWith(places.unfinished)),
  ))
    await place.remove(key)
}

async function prune(place: Blobs, pool: string, named: ReadonlySet<string>): Promise<number> {
  const stored = (await place.list(pool)).map(({ key }) => key.slice(pool.length + 1))
  const unnamed = stored.filter((key) => key.includes("/") && !named.has(key))
  for (const key of unnamed) await place.remove(`${pool}/${key}`)
  return unnamed.length
}
