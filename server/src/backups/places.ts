import { existsSync } from "node:fs"
import { dirname, resolve } from "node:path"
import type { Blobs } from "#adapters/blobs/port.ts"
import type { Settings } from "#config/settings.ts"
import { openBlobs } from "#start/adapters.ts"

/** The target of a backup, and its options. */
export interface BackupTarget {
  folder: string
  pool?: string | undefined
  encryptTo?: readonly string[]
  /** How many backups stay; undefined for all. */
  keep?: number | undefined
}

type WithKey = Pick<Settings, "backupKey">

/**
 * Opens a folder, or a folder of a bucket: `s3://host:port/bucket/folder?region=…`, whose key is in `SVC_BACKUP_KEY`,
 * since other users of the machine can read command lines. @throws Error for another address.
 */
export async function openPlace(address: string, settings: WithKey): Promise<Blobs> {
  if (!isBucket(address)) return openBlobs(`file:${resolve(address)}`)
  const { host, username, pathname, search } = new URL(address)
  const [bucket = "", ...folder] = pathname.slice(1).split("/")
  if (username) throw new Error("Leave the key out of the address of the bucket, and set SVC_BACKUP_KEY=key:secret.")
  if (!settings.backupKey) throw new Error("The bucket needs a key: set SVC_BACKUP_KEY=key:secret.")
  const { key, secret } = settings.backupKey
  const credentials = `${encodeURIComponent(key)}:${encodeURIComponent(secret)}`
  return below(await openBlobs(`s3://${credentials}@${host}/${bucket}${search}`), folder.join("/"))
}

/** The same for reading: a folder that does not exist is not created. @throws Error */
export async function openExistingPlace(address: string, settings: WithKey): Promise<Blobs> {
  if (!isBucket(address) && !existsSync(address)) throw new Error(`There is no folder ${address}.`)
  return openPlace(address, settings)
}

/** The folder that contains a backup, and the backup's name there. @throws Error for a bucket without a folder. */
export function splitAddress(address: string): { parent: string; name: string } {
  if (!isBucket(address)) return { parent: dirname(resolve(address)), name: resolve(address).split("/").at(-1) ?? "" }
  const [, start = "", name = "", search = ""] =
    /^(s3:\/\/[^/]+\/[^/?]+(?:\/[^/?]+)*)\/([^/?]+)(\?.*)?$/.exec(address) ?? []
  if (!name) throw new Error("Name a folder of the bucket: s3://host:port/bucket/folder?region=….")
  return { parent: start + search, name }
}

export function isBucket(address: string): boolean {
  return address.startsWith("s3://")
}

function below(blobs: Blobs, folder: string): Blobs {
  if (folder === "") return blobs
  const at = (key: string) => `${folder}/${key}`
  return {
    write: (key, bytes, maxBytes) => blobs.write(at(key), bytes, maxBytes),
    read: (key, range) => blobs.read(at(key), range),
    remove: (key) => blobs.remove(at(key)),
    list: async (prefix) =>
      (await blobs.list(prefix === undefined ? folder : at(prefix))).map(({ key, sizeBytes }) => ({
        key: key.slice(folder.length + 1),
        sizeBytes,
      })),
  }
}
