import { notifyManager, type QueryClient } from "@tanstack/react-query"
import { keepBusy } from "../kit/loading/busy.ts"

/** Keeps the page busy while a shown read is fetched or a change is under way. Paused ones, without a network, do not count. */
export function followWork(queries: QueryClient): void {
  const reads = openWorks("reads")
  const writes = openWorks("writes")
  queries.getQueryCache().subscribe(({ type, query }) => {
    reads(query, type !== "removed" && query.state.fetchStatus === "fetching" && query.isActive())
  })
  queries.getMutationCache().subscribe(({ mutation }) => {
    if (mutation) writes(mutation, mutation.state.status === "pending" && !mutation.state.isPaused)
  })
}

function openWorks(part: Parameters<typeof keepBusy>[0]): (work: object, isUnderWay: boolean) => void {
  const ends = new Map<object, () => void>()
  return (work, isUnderWay) => {
    const end = ends.get(work)
    if (isUnderWay && !end) ends.set(work, keepBusy(part))
    if (isUnderWay || !end) return
    ends.delete(work)
    // Components get the answer first.
    notifyManager.schedule(end)
  }
}
