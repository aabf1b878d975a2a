import { randomUUID } from "node:crypto"
import { createWriteStream, mkdirSync, readdirSync, rmSync, statSync } from "node:fs"
import { mkdir, open, rename, rm } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { pipeline } from "node:stream/promises"
import { dayMs } from "#kernel/time/units.ts"
import { checkKey, noSuchBlob } from "./key.ts"
import { measureUpTo } from "./measure.ts"
import type { BlobStore } from "./port.ts"

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
  }
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
