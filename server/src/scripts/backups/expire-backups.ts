import { rmSync } from "node:fs"
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
 * Removes all but the newest backups beside this one, what killed backups left there, and blobs of the pool that no backup
 * below the same folder names. Call it only after a complete backup, while no other one runs.
 * @throws Error before anything is removed, if a backup cannot be read.
 */
export async function expireBackups(
  settings: Settings,
  target: Pick<BackupTarget, "folder" | "pool">,
  keep: number,
): Promise<Expired> {
  const { parent, name: present } = splitAddress(target.folder)
  const pool = target.pool === undefined ? undefined : splitAddress(target.pool).name
  const place = await openPlace(parent, settings)
  const keys = (await place.list()).map(({ key }) => key).filter((key) => !pool || !key.startsWith(`${pool}/`))
  const complete = foldersWith(places.manifest, keys)
  const dated = await Promise.all(complete.map(async (folder) => ({ folder, ...(await readNames(place, folder)) })))
  const beside = dated.filter(({ folder }) => !folder.includes("/") && folder !== present)
  const old = beside.toSorted((a, b) => b.takenAt.localeCompare(a.takenAt)).slice(keep - 1)
  const doomed = old.map(({ folder }) => folder)
  const left = foldersWith(places.unfinished, keys).filter(
    (folder) => !folder.includes("/") && !complete.includes(folder),
  )
  for (const folder of [...doomed, ...left]) await removeBackup(place, folder, isBucket(parent) ? undefined : parent)

  const kept = dated.filter(({ folder }) => !doomed.includes(folder))
  const blobs = pool === undefined ? 0 : await prune(place, pool, new Set(kept.flatMap(({ blobs }) => blobs)))
  return { backups: doomed, blobs }
}

const foldersWith = (part: string, keys: readonly string[]) =>
  keys.filter((key) => key.endsWith(`/${part}`)).map((key) => key.slice(0, -part.length - 1))

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

/** Without its manifest it is no backup. What an interruption leaves is marked, and removed by a later backup. */
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
