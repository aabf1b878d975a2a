import { stored } from "../../../kit/stored.ts"
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

/** Without storage, the upload only cannot resume after a reload. */
export function remember(key: string, path: string): void {
  stored.set(prefix + key, JSON.stringify({ path, at: Date.now() }))
}

/** Removes the note of a finished or abandoned upload. */
export function forget(key: string): void {
  stored.remove(prefix + key)
}

/** The unfinished uploads of this workspace. Removes expired notes. */
export function listRemembered(): { key: string; name: string }[] {
  const keys = stored.keys().filter((key) => key.startsWith(`${prefix}${ourWorkspace().slug}:`))
  return keys.flatMap((name) => {
    if (!read(name)) return []
    const key = name.slice(prefix.length)
    return [{ key, name: key.split(":").slice(4).join(":") }]
  })
}

function read(name: string): { path: string } | undefined {
  try {
    const { path, at } = JSON.parse(stored.get(name) ?? "")
    if (Date.now() - at < keptMs) return { path }
    stored.remove(name)
  } catch {
    // There is no note.
  }
  return undefined
}
