import type { Query, QueryClient } from "@tanstack/react-query"
import { Refused } from "../../api/call.ts"
import { arrivalsIn, hasMoreRows, noteArrivals } from "../ui/arrivals.ts"

/** Reads whose answers from before `since` are stale; without names, every read. */
export interface Stale {
  names: ReadonlySet<string> | undefined
  /** On the clock of `performance.now()`. Answers requested later are fresh. */
  since: number
}

/** The pause between two rounds of refetching. The first round starts at once. */
const restMs = 2_000
/** The pause after a temporary failure. */
const againMs = 30_000
/** How long to wait for pending mutations: a refetched older answer must not overwrite an optimistic update. */
const mostWaitMs = 5_000
const lookMs = 100

/**
 * Refetches shown reads once they are stale, and invalidates the others. A hidden page does so when it is shown again.
 * After a temporary failure it retries. Returns the function that reports stale reads; `onRound` is called after each
 * refetch.
 */
export function openRefetcher(queries: QueryClient, onRound: (stale: Stale) => void): (stale: Stale) => void {
  const askedAt = new WeakMap<Query, number>()
  let due: Stale[] = []
  let isRunning = false

  queries.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "fetch") askedAt.set(event.query, performance.now())
  })

  async function round(): Promise<void> {
    const stale = due
    due = []
    const predicate = (query: Query) => stale.some((one) => isStale(query, one, askedAt.get(query) ?? 0))
    const shown = queries.getQueryCache().findAll({ type: "active", predicate })
    const before = new Map(shown.map((query) => [query, query.state.data]))
    await queries.invalidateQueries({ predicate })
    noteArrivals([...before].flatMap(([query, data]) => (data === undefined ? [] : arrivalsOf(query, data))))
    for (const one of stale) onRound(one)
    const failed = shown.filter(({ state: { status, error } }) => status === "error" && isPassing(error))
    if (failed.length > 0) setTimeout(() => add({ names: namesOf(failed), since: performance.now() }), againMs)
  }

  async function run(): Promise<void> {
    isRunning = true
    while (due.length > 0) {
      await untilShown()
      const end = performance.now() + mostWaitMs
      while (queries.isMutating() > 0 && performance.now() < end) await pause(lookMs)
      await round()
      await pause(restMs)
    }
    isRunning = false
  }

  function add(stale: Stale): void {
    due.push(stale)
    if (!isRunning) void run()
  }
  return add
}

function isStale({ queryKey: [name] }: Query, { names, since }: Stale, at: number): boolean {
  return at < since && (names === undefined || names.has(String(name)))
}

const namesOf = (queries: readonly Query[]) => new Set(queries.map(({ queryKey: [name] }) => String(name)))

function arrivalsOf({ queryKey: [name], state: { data } }: Query, before: unknown): string[] {
  return arrivalsIn(before, data, hasMoreRows(name, data))
}

const isPassing = (error: unknown) => error instanceof Refused && error.isPassing

const pause = (ms: number) => new Promise((over) => setTimeout(over, ms))

function untilShown(): Promise<unknown> | undefined {
  if (!document.hidden) return undefined
  return new Promise((shown) => document.addEventListener("visibilitychange", shown, { once: true }))
}
