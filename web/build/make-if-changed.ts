import { createHash } from "node:crypto"
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A build output in a folder of its own. */
export interface Made {
  /** The name in log lines, such as `the pages`. */
  readonly what: string
  /** The folder of the finished build. */
  readonly dist: string
  /** The folder for temporary builds; on the same disk as `dist`. */
  readonly cache: string
  /** The hash of the sources, from `stampOf`. */
  readonly stamp: string
  /** Builds into an empty folder. */
  make(folder: string): Promise<void>
}

/** Hashes files by path and content, not by time: a checkout changes the times of all files. */
export function stampOf(root: string, files: Iterable<string>): string {
  const hash = createHash("sha256")
  for (const file of files) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest("hex")
}

/** Builds if the sources have changed since the build in `dist`. The new build replaces the old one by a rename. */
export async function makeIfChanged({ what, dist, cache, stamp, make }: Made): Promise<void> {
  if (readStamp(dist) === stamp) return
  console.log(`Building ${what}…`)
  const started = performance.now()
  const fresh = join(cache, `build-${process.pid}`)
  await make(fresh)
  writeFileSync(join(fresh, "stamp"), stamp)
  // Another process may have finished the same build meanwhile: then its build stays.
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

/** Ignores a missing source, and a target that another process has created. */
function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException
    if (!["ENOENT", "ENOTEMPTY", "EEXIST"].includes(code)) throw error
  }
}
