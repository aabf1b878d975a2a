/** Why a page is not ready. The server's document is busy with `scripts`. */
type BusyPart = "scripts" | "route" | "parts" | "reads" | "writes"

const works = new Set<{ part: BusyPart }>()
let onIdle = () => {}

/**
 * Names in `data-busy` of the root element what is under way. The returned function ends it; a second call does
 * nothing.
 */
export function keepBusy(part: BusyPart): () => void {
  const work = { part }
  works.add(work)
  show()
  return () => void (works.delete(work) && show())
}

function show(): void {
  const parts = new Set([...works].map(({ part }) => part))
  if (parts.size > 0) document.documentElement.dataset.busy = [...parts].join(" ")
  else onIdle()
}

/** Calls `listener` each time that nothing is under way any more. It calls `markReady` once that is drawn. */
export function whenIdle(listener: () => void): void {
  onIdle = listener
}

/** Removes the mark, unless something is under way again. */
export function markReady(): void {
  if (works.size === 0) delete document.documentElement.dataset.busy
}

/** Lets `go` open another document, and keeps the page busy until that replaces it or a person returns to it. */
export function leaveBy(go: () => void): void {
  addEventListener("pageshow", keepBusy("route"), { once: true })
  go()
}
