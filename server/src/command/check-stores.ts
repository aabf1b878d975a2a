import { accessSync, constants, existsSync, statfsSync, statSync, unlinkSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { newId } from "#kernel/ids.ts"
import { openBlobs, openMail } from "#start/adapters.ts"
import { broken, type Diagnosis, fine, type Ground, warning } from "./finding.ts"

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

/** Returns a folder that can be written to, or the one in which it would be made. @throws Error */
async function writableFolder(wanted: string): Promise<string> {
  const folder = nearest(resolve(wanted))
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder.`)
  accessSync(folder, constants.W_OK | constants.X_OK)
  if (folder === resolve(wanted)) {
    const file = join(folder, newId("doctor"))
    writeFileSync(file, "", { flag: "wx" })
    unlinkSync(file)
  }
  return folder
}

function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
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

export async function checkMail({ settings: { mailUrl, mailFrom } }: Ground): Promise<Diagnosis> {
  if (mailUrl.startsWith("outbox:")) {
    await writableFolder(mailUrl.slice("outbox:".length))
    return fine("Mail is written to a folder. It reaches no person.")
  }
  const mail = await openMail(mailUrl, mailFrom)
  try {
    await mail.check?.()
    return fine("The mail server accepts this service. No mail was sent.")
  } finally {
    await mail.close()
  }
}
