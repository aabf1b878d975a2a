import { createHash } from "node:crypto"
import { createReadStream, existsSync } from "node:fs"
import { open, readFile, rename } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { z } from "zod"

export const places = {
  database: "database",
  blobs: "blobs",
  index: "blobs.jsonl",
  secretKey: "secret.key",
  manifest: "manifest.json",
} as const

const measured = z.object({ sizeBytes: z.int(), sha256: z.string() })
const manifestShape = z.object({
  format: z.literal(1),
  /** When the backup began; the copy of the database is from this moment or shortly after. */
  takenAt: z.string(),
  database: measured.extend({ kind: z.enum(["sqlite", "postgres"]) }),
  index: measured,
  blobs: z.object({ count: z.int(), sizeBytes: z.int() }),
  /** Keys of blobs that were already missing or damaged in the store. */
  missing: z.array(z.string()),
  /** Null when a setting contains the service's key. */
  secretKey: measured.nullable(),
})
const blobShape = measured.extend({ key: z.string() })

export type Manifest = z.infer<typeof manifestShape>
export type BlobEntry = z.infer<typeof blobShape>

/** Writes a file completely or not at all. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(`${path}.unfinished`, "w", 0o600)
  await file.writeFile(text).finally(async () => {
    await file.sync()
    await file.close()
  })
  await rename(`${path}.unfinished`, path)
}

export async function measureFile(path: string): Promise<z.infer<typeof measured>> {
  const hash = createHash("sha256")
  let sizeBytes = 0
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      sizeBytes += chunk.length
    }
  })
  return { sizeBytes, sha256: hash.digest("hex") }
}

/** Checks every part. @throws Error when a backup is incomplete or a part has changed. */
export async function readBackup(folder: string): Promise<{ manifest: Manifest; blobs: BlobEntry[] }> {
  const path = join(folder, places.manifest)
  if (!existsSync(path)) throw new Error(`There is no complete backup in ${folder}: it has no ${places.manifest}.`)
  const manifest = readManifest(await readFile(path, "utf8"))
  await check(folder, places.database, manifest.database)
  await check(folder, places.index, manifest.index)
  if (manifest.secretKey) await check(folder, places.secretKey, manifest.secretKey)
  const lines = (await readFile(join(folder, places.index), "utf8")).split("\n").filter(Boolean)
  const blobs = lines.map((line) => blobShape.parse(JSON.parse(line)))
  for (const blob of blobs) await check(folder, `${places.blobs}/${blob.key}`, blob)
  return { manifest, blobs }
}

function readManifest(text: string): Manifest {
  try {
    return manifestShape.parse(JSON.parse(text))
  } catch {
    throw new Error(`The backup is damaged: its ${places.manifest} cannot be read.`)
  }
}

async function check(folder: string, name: string, expected: z.infer<typeof measured>): Promise<void> {
  const found = await measureFile(join(folder, name)).catch(() => undefined)
  if (!found) throw new Error(`The backup is incomplete: ${name} cannot be read.`)
  if (found.sizeBytes === expected.sizeBytes && found.sha256 === expected.sha256) return
  throw new Error(`The backup is damaged: ${name} is not as it was written.`)
}
