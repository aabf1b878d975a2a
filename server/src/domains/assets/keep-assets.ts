import { createReadStream, readdirSync } from "node:fs"
import { join } from "node:path"
import type { Context } from "#access/context.ts"
import { newId } from "#kernel/ids.ts"
import { dayMs } from "#kernel/time/units.ts"
import { listUnstored, noteBuild, noteStored } from "./asset-store.ts"

const largestAssetBytes = 16 * 1024 * 1024
const keptMs = 30 * dayMs

/**
 * Stores this build's files that are not stored yet, one after the other. The files of other builds end in 30 days.
 * `folders` are the folders of the build. Returns how many files it stored.
 */
export async function keepAssets(cx: Context, folders: readonly string[]): Promise<number> {
  const paths = new Map(folders.flatMap(filesOf))
  const files = [...paths.keys()].map((name) => ({ name, blob_key: `assets/${newId("asset")}` }))
  await cx.atomically((cx) => noteBuild(cx, files, cx.now() + keptMs))
  const missing = await listUnstored(cx, [...paths.keys()])
  for (const { name, blob_key } of missing) {
    const measures = await cx.blobs.write(blob_key, createReadStream(paths.get(name) ?? ""), largestAssetBytes)
    await cx.atomically((cx) => noteStored(cx, blob_key, measures))
  }
  return missing.length
}

function filesOf(folder: string): [name: string, path: string][] {
  const names = readdirSync(folder).filter((name) => !/\.(br|gz)$/.test(name))
  return names.map((name) => [name, join(folder, name)])
}
