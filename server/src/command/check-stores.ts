import { existsSync, statfsSync } from "node:fs"
import { join, resolve } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { newId } from "#kernel/ids.ts"
import { openBlobs } from "#start/adapters.ts"
import { broken, type Diagnosis, fine, type Ground, warning } from "./finding.ts"
import { writableFolder } from "./writable-folder.ts"

const gigabyte = 1024 ** 3
const leastFree = 0.1 * gigabyte

export async function checkDisk({ settings: { dataDir } }: Ground): Promise<Diagnosis> {
  const folder = await writableFolder(dataDir)
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  const says = `${(freeBytes / gigabyte).toFixed(1)} GB are free at ${resolve(dataDir)}.`
  if (freeBytes < leastFree) return broken(says)
  return freeBytes < gigabyte ? warning(says) : fine(says)
}

export async function checkBlobs({ settings: { blobsUrl } }: Ground): Promise<Diagnosis> {
  if (blobsUrl.startsWith("file:")) {
    const folder = blobsUrl.slice("file:".length)
    await writableFolder(folder)
    if (!existsSync(join(folder, ".unfinished"))) return fine("The folder of the files is made at the first start.")
  }
  const blobs = await openBlobs(blobsUrl)
  const key = newId("doctor")
  const bytes = Buffer.from(key)
  try {
    await blobs.write(key, Readable.from([bytes]), bytes.length)
    if (!bytes.equals(await buffer(await blobs.read(key)))) return broken("The store returned other bytes than it got.")
  } finally {
    await blobs.remove(key)
  }
  return fine("A file was written, read and removed.")
}
