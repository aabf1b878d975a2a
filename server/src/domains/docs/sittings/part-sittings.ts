import { hourMs, minuteMs } from "#kernel/time/units.ts"

/** A pause of this length ends a sitting. */
const pauseMs = 10 * minuteMs
/** A longer sitting is split. */
const longestMs = hourMs

/** An update's author and time in epoch milliseconds. */
export interface Written {
  readonly seq: number
  readonly accountId: string
  readonly at: number
}

export interface SittingTimes {
  readonly first: number
  readonly last: number
}

/** Updates without a long pause between them, which become one version of the doc. */
export interface Sitting {
  readonly people: ReadonlyMap<string, SittingTimes>
  /** The last times of earlier writers. A writer who returns soon does not begin a new sitting. */
  readonly before: ReadonlyMap<string, number>
}

export interface EndedSitting {
  readonly sitting: Sitting
  readonly upTo: number
}

/**
 * Ends a sitting after a pause of ten minutes, after an hour, before the update `begins`, and before a new writer, so
 * that the text before their first update is kept. Members who write by turns share one.
 */
export function partSittings(
  sitting: Sitting,
  updates: readonly Written[],
  begins?: number,
): { ended: EndedSitting[]; present: Sitting } {
  const ended: EndedSitting[] = []
  let present = sitting
  for (const update of updates) {
    const { first, last } = spanOf(present)
    // The clocks of processes differ slightly.
    const at = Math.max(update.at, last)
    const isOver = at - last >= pauseMs || at - first >= longestMs || !wasThere(present, update.accountId, at)
    if (isOver || update.seq === begins) {
      ended.push({ sitting: present, upTo: update.seq - 1 })
      present = { people: new Map(), before: lastTimes(present) }
    }
    present = withWriter(present, update.accountId, at)
  }
  return { ended, present }
}

export function lastWriter({ people }: Sitting): { accountId: string; at: number } | undefined {
  const [last] = [...people].sort(([, one], [, other]) => other.last - one.last)
  return last && { accountId: last[0], at: last[1].last }
}

function spanOf({ people }: Sitting): SittingTimes {
  const times = [...people.values()]
  return { first: Math.min(...times.map(({ first }) => first)), last: Math.max(...times.map(({ last }) => last)) }
}

function wasThere({ people, before }: Sitting, accountId: string, at: number): boolean {
  const last = before.get(accountId)
  return people.has(accountId) || (last !== undefined && at - last < pauseMs)
}

const lastTimes = ({ people, before }: Sitting) =>
  new Map([...before, ...[...people].map(([accountId, { last }]) => [accountId, last] as const)])

function withWriter({ people, before }: Sitting, accountId: string, at: number): Sitting {
  const first = people.get(accountId)?.first ?? at
  return { before, people: new Map([...people, [accountId, { first, last: at }]]) }
}
