import { stored } from "../kit/stored.ts"

const prefix = "upload:"
/** How long the service keeps an inactive upload. */
const keptMs = 24 * 3_600_000

/** The target of uploads: a workspace or an upload link, and a folder of it. Neither contains a colon. */
interface Place {
  receiver: string
  folderId?: string | undefined
}

/** Identifies a file and its place across reloads. `name` is its path within a folder that the sender chose. */
export function fileKeyOf({ size, lastModified }: File, { receiver, folderId = "" }: Place, name: string): string {
  return [receiver, folderId, size, lastModified, name].join(":")
}

/** The URL path of an unfinished upload; undefined if there is none, or if it has expired. */
export function recall(key: string): string | undefined {
  return read(prefix + key)?.path
}

/** Stores an upload. If the browser has no storage, the upload works, but cannot resume after a reload. */
export function remember(key: string, path: string): void {
  stored.set(prefix + key, JSON.stringify({ path, at: Date.now() }))
}

/** Removes the note of a finished or abandoned upload. */
export function forget(key: string): void {
  stored.remove(prefix + key)
}

/** The unfinished uploads to a receiver. Removes expired notes. */
export function listRemembered(receiver: string): { key: string; name: string }[] {
  const keys = stored.keys().filter((key) => key.startsWith(`${prefix}${receiver}:`))
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
