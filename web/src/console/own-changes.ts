/** The time at which each own change was answered, by the change's sequence number. */
const answeredAt = new Map<number, number>()

/** Notes the sequence numbers from the header of an answer, such as `41-42,45-45`. */
export function noteOwnChanges(spans: string | null): void {
  for (const span of spans?.split(",") ?? []) {
    const [first = 0, last = 0] = span.split("-").map(Number)
    for (let seq = first; seq <= last; seq += 1) answeredAt.set(seq, performance.now())
  }
}

/** The time of the last answer in the range; undefined if another page made any of these changes. */
export function whenAnswered(after: number, upTo: number): number | undefined {
  let latest = 0
  for (let seq = after + 1; seq <= upTo; seq += 1) {
    const at = answeredAt.get(seq)
    if (at === undefined) return undefined
    latest = Math.max(latest, at)
  }
  return latest
}
