/** When the answer to a change of this page came, by the number of the change. */
const answeredAt = new Map<number, number>()

/** Keeps the numbers that an answer says its changes got: `41-42,45-45`. */
export function noteOwnChanges(spans: string | null): void {
  for (const span of spans?.split(",") ?? []) {
    const [first = 0, last = 0] = span.split("-").map(Number)
    for (let seq = first; seq <= last; seq += 1) answeredAt.set(seq, performance.now())
  }
}

/** When the last of these changes was answered, where all of them are this page's own. */
export function whenAnswered(after: number, upTo: number): number | undefined {
  let latest = 0
  for (let seq = after + 1; seq <= upTo; seq += 1) {
    const at = answeredAt.get(seq)
    if (at === undefined) return undefined
    latest = Math.max(latest, at)
  }
  return latest
}
