import { ourWorkspace } from "../../here.ts"

const prefix = "upload:"
/** How long the service keeps an upload that rests. */
const keptMs = 24 * 3_600_000

/** The same file for the same folder has the same key, also after a reload. */
export function keyOf({ name, size, lastModified }: File, folderId: string | undefined): string {
  return [ourWorkspace().slug, folderId ?? "", size, lastModified, name].join(":")
}

/** Where an upload was begun; undefined when it was not, or so long ago that it has ended. */
export function recall(key: string): string | undefined {
  return read(prefix + key)?.path
}

/** Notes where an upload was begun. */
export function remember(key: string, path: string): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ path, at: Date.now() }))
  } catch {
    // Without a store it only cannot go on after a reload.
  }
}

/** What was begun is sent, or given up. */
export function forget(key: string): void {
  localStorage.removeItem(prefix + key)
}

/** The names of this workspace's files that were begun and are not there yet. Notes that are too old are removed. */
export function listRemembered(): { key: string; name: string }[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${prefix}${ourWorkspace().slug}:`))
  return keys.flatMap((stored) => {
    if (!read(stored)) return []
    const key = stored.slice(prefix.length)
    return [{ key, name: key.split(":").slice(4).join(":") }]
  })
}

function read(stored: string): { path: string } | undefined {
  try {
    const { path, at } = JSON.parse(localStorage.getItem(stored) ?? "")
    if (Date.now() - at < keptMs) return { path }
    localStorage.removeItem(stored)
  } catch {
    // Nothing was noted, or nothing can be.
  }
  return undefined
}
