import { createHash } from "node:crypto"
import { text } from "node:stream/consumers"
import type { Blobs } from "#adapters/blobs/port.ts"
import { nameOfKeys } from "./encryption.ts"
import { type BlobEntry, fromLines, toLines, writeText } from "./manifest.ts"

/** Stores the blobs of several backups, each blob once. */
export interface Pool {
  blobs: Blobs
  /** The pool's folder for blobs that are encrypted to this backup's keys. */
  folder: string
  /** The stored blobs with known size and digest. Other blobs are copied again. */
  known: ReadonlyMap<string, BlobEntry>
}

export async function openPool(blobs: Blobs, encryptedTo: readonly string[]): Promise<Pool> {
  const folder = encryptedTo.length === 0 ? "plain" : `age-${nameOfKeys(encryptedTo)}`
  const sizes = new Map((await blobs.list(folder)).map(({ key, sizeBytes }) => [key, sizeBytes]))
  const entries = await readIndex(blobs, folder)
  const stored = entries.filter(({ key, sizeBytes }) => sizes.get(`${folder}/${key}`) === sizeBytes)
  return { blobs, folder, known: new Map(stored.map((entry) => [entry.key, entry])) }
}

/** Remembers the measures of the pool's blobs. An entry that a concurrent backup overwrites causes only a copy. */
export async function writeIndex({ blobs, folder, known }: Pool, added: readonly BlobEntry[]): Promise<void> {
  const lines = toLines([...new Map([...known, ...added.map((entry) => [entry.key, entry] as const)]).values()])
  await writeText(blobs, `${folder}.jsonl`, `${digestOf(lines)}\n${lines}`)
}

async function readIndex(blobs: Blobs, folder: string): Promise<BlobEntry[]> {
  const bytes = await blobs.read(`${folder}.jsonl`).catch((error) => {
    if (error.code === "not_found") return undefined
    throw error
  })
  const content = bytes ? await text(bytes) : ""
  const start = content.indexOf("\n") + 1
  const lines = content.slice(start)
  return digestOf(lines) === content.slice(0, start - 1) ? fromLines(lines) : []
}

const digestOf = (lines: string) => createHash("sha256").update(lines).digest("hex")
