import { useSyncExternalStore } from "react"
import { openListeners } from "../listeners.ts"

/** Rows that came while the page was open, by their ids; for a while. */
let arrived: ReadonlySet<string> = new Set()
const listeners = openListeners()

const shownMs = 6_000

/** Marks rows as come just now. */
export function noteArrivals(ids: readonly string[]): void {
  if (ids.length === 0) return
  show(new Set([...arrived, ...ids]))
  setTimeout(() => show(new Set([...arrived].filter((id) => !ids.includes(id)))), shownMs)
}

/** The ids of the rows that have come just now. */
export function useArrivals(): ReadonlySet<string> {
  return useSyncExternalStore(listeners.subscribe, () => arrived)
}

function show(next: ReadonlySet<string>): void {
  arrived = next
  listeners.tell()
}

/** The ids of the rows in an answer, list by list, in their order. The parts of one list are one. */
function listsIn(answer: unknown): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>()
  collect(answer, "", lists)
  return lists
}

function collect(value: unknown, path: string, lists: Map<string, string[]>): void {
  if (typeof value !== "object" || value === null) return
  if (!Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) collect(inner, `${path}.${name}`, lists)
    return
  }
  const ids = lists.get(path) ?? []
  lists.set(path, ids)
  for (const item of value) {
    if (typeof item?.id === "string") ids.push(item.id)
    else if (path === ".pages") collect(item, path, lists)
  }
}

/**
 * The rows of `after` that were not in `before`. Where there are more than the answer holds, those below the last one
 * that was are left out: they were there all the time, and have come up from a later part.
 */
export function arrivalsIn(before: unknown, after: unknown, hasMore: boolean): string[] {
  const known = listsIn(before)
  return [...listsIn(after)].flatMap(([path, ids]) => {
    const old = new Set(known.get(path))
    const last = ids.findLastIndex((id) => old.has(id))
    return ids.slice(0, hasMore && last !== -1 ? last : ids.length).filter((id) => !old.has(id))
  })
}

/** Whether an answer holds only the first rows of its lists. */
export function hasMoreRows(name: unknown, answer: unknown): boolean {
  const [last] = (answer as { pages?: { nextCursor?: string; next_cursor?: string }[] }).pages?.slice(-1) ?? []
  return name === "get-overview" || Boolean(last?.nextCursor ?? last?.next_cursor)
}
