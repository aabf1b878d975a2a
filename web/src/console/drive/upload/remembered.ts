import { ourWorkspace } from "../../here.ts"

const prefix = "upload:"
/** How long the service keeps an inactive upload. */
const keptMs = 24 * 3_600_000

/** Identifies a file and its folder across reloads. */
export function fileKeyOf({ name, size, lastModified }: File, folderId: string | undefined): string {
  return [ourWorkspace().slug, folderId ?? "", size, lastModified, name].join(":")
}

/** The URL path of an unfinished upload; undefined if there is none, or if it has expired. */
export function recall(key: string): string | undefined {
  return read(prefix + key)?.path
}

export function remember(key: string, path: string): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ path, at: Date.now() }))
  } catch {
    // Without storage, the upload only cannot resume after a reload.
  }
}

/** Removes the note of a finished or abandoned upload. */
export function forget(key: string): void {
  localStorage.removeItem(prefix + key)
}

/** The unfinished uploads of this workspace. Removes expired notes. */
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
    // There is no note, or no storage.
  }
  return undefined
}
