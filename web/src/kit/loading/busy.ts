/** A part of a page that is under way. The server's document is busy with `scripts`. */
type BusyPart = "scripts" | "route" | "parts" | "reads" | "writes"

const works = new Set<{ part: BusyPart }>()
let onIdle = () => {}

/** Names a part in the root element's `data-busy`. The returned function ends it; a second call does nothing. */
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

/** Calls `listener` each time that the last part has ended. The listener calls `markReady` once the result is drawn. */
export function whenIdle(listener: () => void): void {
  onIdle = listener
}

/** Removes the attribute, unless another part is under way. */
export function markReady(): void {
  if (works.size === 0) delete document.documentElement.dataset.busy
}

/** Calls `go`, which opens another document. The page is busy until that replaces it or a person returns to it. */
export function leaveBy(go: () => void): void {
  addEventListener("pageshow", keepBusy("route"), { once: true })
  go()
}
