import { createHash } from "node:crypto"
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** What is made of sources, in a folder of its own. */
export interface Made {
  /** As a line calls it, such as `the pages`. */
  readonly what: string
  /** Where it lies once it is made. */
  readonly dist: string
  /** Where it is made; on the same disk. */
  readonly cache: string
  /** What it is made of, as `stampOf` says. */
  readonly stamp: string
  /** Makes it into an empty folder. */
  make(folder: string): Promise<void>
}

/** Names files, by their paths below `root`, and what stands in them: a checkout touches every file and changes none. */
export function stampOf(root: string, files: Iterable<string>): string {
  const hash = createHash("sha256")
  for (const file of files) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest("hex")
}

/**
 * Makes something when what it is made of differs from what `dist` was made of. The new takes the place of the old at
 * once, so that nobody ever sees half of it.
 */
export async function makeIfChanged({ what, dist, cache, stamp, make }: Made): Promise<void> {
  if (readStamp(dist) === stamp) return
  console.log(`Building ${what}…`)
  const started = performance.now()
  const fresh = join(cache, `build-${process.pid}`)
  await make(fresh)
  writeFileSync(join(fresh, "stamp"), stamp)
  // Another process may have built the same meanwhile: then its build stays.
  const old = join(cache, `old-${process.pid}`)
  if (readStamp(dist) !== stamp) {
    moveIfThere(dist, old)
    moveIfThere(fresh, dist)
  }
  for (const folder of [old, fresh]) rmSync(folder, { recursive: true, force: true })
  console.log(`Built ${what} in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

function readStamp(dist: string): string | undefined {
  try {
    return readFileSync(join(dist, "stamp"), "utf8")
  } catch {
    return undefined
  }
}

/** Nothing to move, or somebody else's equal folder in its place, is no fault. */
function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(code)) throw error
  }
}
