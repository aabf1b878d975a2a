import { hourMs, minuteMs } from "#kernel/time/units.ts"

/** A pause of this length ends a session. */
const pauseMs = 10 * minuteMs
/** A longer session is split. */
const longestMs = hourMs

/** An update's author and time in epoch milliseconds. */
export interface Written {
  readonly seq: number
  readonly accountId: string
  readonly at: number
}

export interface SessionTimes {
  readonly first: number
  readonly last: number
}

/** Updates without a long pause between them, which become one version of the doc. */
export interface EditingSession {
  readonly people: ReadonlyMap<string, SessionTimes>
  /** The last times of earlier writers. A writer who returns soon does not begin a new session. */
  readonly before: ReadonlyMap<string, number>
}

export interface EndedSession {
  readonly session: EditingSession
  readonly upTo: number
}

/**
 * Ends a session after a pause of ten minutes, after an hour, before the update `begins`, and before a new writer, so
 * that the text before their first update is kept. Members who write by turns share one.
 */
export function partSessions(
  session: EditingSession,
  updates: readonly Written[],
  begins?: number,
): { ended: EndedSession[]; present: EditingSession } {
  const ended: EndedSession[] = []
  let present = session
  for (const update of updates) {
    const { first, last } = spanOf(present)
    // The clocks of processes differ slightly.
    const at = Math.max(update.at, last)
    const isOver = at - last >= pauseMs || at - first >= longestMs || !wasThere(present, update.accountId, at)
    if (isOver || update.seq === begins) {
      ended.push({ session: present, upTo: update.seq - 1 })
      present = { people: new Map(), before: lastTimes(present) }
    }
    present = withWriter(present, update.accountId, at)
  }
  return { ended, present }
}

export function lastWriter({ people }: EditingSession): { accountId: string; at: number } | undefined {
  const [last] = [...people].sort(([, one], [, other]) => other.last - one.last)
  return last && { accountId: last[0], at: last[1].last }
}

function spanOf({ people }: EditingSession): SessionTimes {
  const times = [...people.values()]
  return { first: Math.min(...times.map(({ first }) => first)), last: Math.max(...times.map(({ last }) => last)) }
}

function wasThere({ people, before }: EditingSession, accountId: string, at: number): boolean {
  const last = before.get(accountId)
  return people.has(accountId) || (last !== undefined && at - last < pauseMs)
}

const lastTimes = ({ people, before }: EditingSession) =>
  new Map([...before, ...[...people].map(([accountId, { last }]) => [accountId, last] as const)])

function withWriter({ people, before }: EditingSession, accountId: string, at: number): EditingSession {
  const first = people.get(accountId)?.first ?? at
  return { before, people: new Map([...people, [accountId, { first, last: at }]]) }
}
