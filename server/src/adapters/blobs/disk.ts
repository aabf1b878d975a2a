import { randomUUID } from "node:crypto"
import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from "node:fs"
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join, relative, resolve } from "node:path"
import { pipeline } from "node:stream/promises"
import { measureUpTo } from "#kernel/bounds/measure-bytes.ts"
import { dayMs } from "#kernel/time/units.ts"
import { checkKey, noSuchBlob } from "./key.ts"
import type { BlobStore, ListedBlob } from "./port.ts"

/** Stores each blob as a file in the folder `place`, which is created if missing. */
export function openDiskBlobs(place: string): BlobStore {
  const folder = resolve(place)
  const unfinished = join(folder, ".unfinished")
  mkdirSync(unfinished, { recursive: true })
  removeAbandoned(unfinished)
  const pathOf = (key: string) => {
    checkKey(key)
    return join(folder, key)
  }

  return {
    async write(key, bytes, { maxBytes, signal }) {
      const path = pathOf(key)
      const temporary = join(unfinished, randomUUID())
      const measure = measureUpTo(maxBytes)
      try {
        const file = createWriteStream(temporary, { flags: "wx", flush: true })
        await pipeline(measure.through(bytes), file, { signal })
        await settle(temporary, path, folder)
        return measure.result()
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async read(key, { range }) {
      const file = await open(pathOf(key)).catch((error) => {
        throw error.code === "ENOENT" ? noSuchBlob(error) : error
      })
      return file.createReadStream(range)
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    list: ({ prefix, progress }) => listFiles(folder, prefix === undefined ? folder : pathOf(prefix), progress),
  }
}

async function listFiles(folder: string, below: string, progress: () => void): Promise<ListedBlob[]> {
  const listed: ListedBlob[] = []
  for (const entry of await filesBelow(below)) {
    const path = join(entry.parentPath, entry.name)
    if (entry.parentPath === join(folder, ".unfinished")) continue
    const stats = await stat(path).catch(() => undefined) // it may have been removed meanwhile
    if (stats) listed.push({ key: relative(folder, path), sizeBytes: stats.size })
    progress()
  }
  return listed
}

async function filesBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === "ENOENT") return []
    throw error
  })
  return entries.filter((entry) => entry.isFile())
}

/** Renames a finished file, so that it exists completely or not at all, even after a power failure. */
async function settle(temporary: string, path: string, folder: string): Promise<void> {
  const parent = dirname(path)
  const isNewFolder = (await mkdir(parent, { recursive: true })) !== undefined
  await rename(temporary, path)
  await sync(parent)
  for (let above = parent; isNewFolder && above !== folder; ) {
    above = dirname(above)
    await sync(above)
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes files that a killed process left. No upload by another process can take a day. */
function removeAbandoned(unfinished: string): void {
  for (const name of readdirSync(unfinished)) {
    const path = join(unfinished, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats && Date.now() - stats.mtimeMs > dayMs) rmSync(path, { force: true })
  }
}
