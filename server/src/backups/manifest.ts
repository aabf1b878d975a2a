import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { z } from "zod"
import type { Blobs } from "#adapters/blobs/port.ts"

export const places = {
  database: "database",
  blobs: "blobs",
  index: "blobs.jsonl",
  secretKey: "secret.key",
  digest: "manifest.sha256",
  manifest: "manifest.json",
  /** Marks a backup that is being written or removed. */
  unfinished: "unfinished",
} as const

/** The measures of a part as it is stored: of an encrypted part, after the encryption. */
const measured = z.object({ sizeBytes: z.int(), sha256: z.string() })
const manifestShape = z.object({
  /** Backups of format 1 have neither a digest of the manifest, nor pools, nor encryption. */
  format: z.union([z.literal(1), z.literal(2)]),
  /** When the backup began; the copy of the database is from this moment or shortly after. */
  takenAt: z.string(),
  database: measured.extend({ kind: z.enum(["sqlite", "postgres"]) }),
  index: measured,
  blobs: z.object({ count: z.int(), sizeBytes: z.int() }),
  /** Keys of blobs that were already missing or damaged in the store. */
  missing: z.array(z.string()),
  /** Null when a setting contains the service's key. */
  secretKey: measured.nullable(),
  /** The folder of the pool with the blobs; null if the backup contains all of them. */
  pool: z.string().nullable().default(null),
  /** The public keys of age; empty if the backup is not encrypted. */
  encryptedTo: z.array(z.string()).default([]),
})
const blobShape = measured.extend({ key: z.string(), isPooled: z.boolean().optional() })

export type Manifest = z.infer<typeof manifestShape>
export type BlobEntry = z.infer<typeof blobShape>

export function writeText(to: Blobs, key: string, content: string) {
  return to.write(key, Readable.from([Buffer.from(content)]), Number.POSITIVE_INFINITY)
}

export function toLines(blobs: readonly BlobEntry[]): string {
  return blobs.map((blob) => `${JSON.stringify(blob)}\n`).join("")
}

/** @throws Error for a line that is not an entry. */
export function fromLines(lines: string): BlobEntry[] {
  return lines.split("\n").filter(Boolean).map((line) => blobShape.parse(JSON.parse(line))) // biome-ignore format: one thought
}

/** Writes the digest, and last the manifest: without it there is no backup. */
export async function writeManifest(to: Blobs, manifest: Manifest): Promise<void> {
  const content = `${JSON.stringify(manifest, null, 2)}\n`
  await writeText(to, places.digest, digestLine(content))
  await writeText(to, places.manifest, content)
}

/** Reads a manifest and checks it against its digest. @throws Error */
export async function readManifest(from: Pick<Blobs, "read">, folder: string): Promise<Manifest> {
  const content = await readText(from, places.manifest)
  if (content === undefined) throw new Error(`There is no complete backup in ${folder}: it has no ${places.manifest}.`)
  const manifest = parseManifest(content)
  const digest = await readText(from, places.digest)
  if (digest === undefined && manifest?.format === 2)
    throw new Error(`The backup is incomplete: ${places.digest} cannot be read.`)
  if (digest !== undefined && digest !== digestLine(content)) {
    throw new Error(`The backup is damaged: ${places.manifest} does not fit ${places.digest}.`)
  }
  if (!manifest) throw new Error(`The backup is damaged: its ${places.manifest} cannot be read.`)
  return manifest
}

async function readText(from: Pick<Blobs, "read">, key: string): Promise<string | undefined> {
  const bytes = await from.read(key).catch((error) => {
    if (error.code === "not_found") return undefined
    throw error
  })
  return bytes && text(bytes)
}

/** As `sha256sum` writes and checks it. */
const digestLine = (content: string) => `${createHash("sha256").update(content).digest("hex")}  ${places.manifest}\n`

function parseManifest(content: string): Manifest | undefined {
  try {
    return manifestShape.parse(JSON.parse(content))
  } catch {
    return undefined
  }
}
