import { useSyncExternalStore } from "react"
import { cursorAfter } from "../ask.ts"
import { openListeners } from "../listeners.ts"

/** The ids of rows that arrived recently. */
let arrived: ReadonlySet<string> = new Set()
const listeners = openListeners()

const shownMs = 6_000

/** Marks rows as new for a few seconds. */
export function noteArrivals(ids: readonly string[]): void {
  if (ids.length === 0) return
  show(new Set([...arrived, ...ids]))
  setTimeout(() => show(new Set([...arrived].filter((id) => !ids.includes(id)))), shownMs)
}

export function useArrivals(): ReadonlySet<string> {
  return useSyncExternalStore(listeners.subscribe, () => arrived)
}

function show(next: ReadonlySet<string>): void {
  arrived = next
  listeners.tell()
}

/** The row ids in an answer by list path, in order. The pages of a list are merged. */
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
 * The rows that are only in `after`. If the list has more pages, rows below the last known row are left out: these
 * existed before and moved up from a later page.
 */
export function arrivalsIn(before: unknown, after: unknown, hasMore: boolean): string[] {
  const known = listsIn(before)
  return [...listsIn(after)].flatMap(([path, ids]) => {
    const old = new Set(known.get(path))
    const last = ids.findLastIndex((id) => old.has(id))
    return ids.slice(0, hasMore && last !== -1 ? last : ids.length).filter((id) => !old.has(id))
  })
}

/** Whether an answer contains only the first page of its lists. */
export function hasMoreRows(name: unknown, answer: unknown): boolean {
  const last = (answer as { pages?: unknown[] }).pages?.at(-1)
  return name === "get-overview" || (last !== undefined && cursorAfter(last) !== undefined)
}
