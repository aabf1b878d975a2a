/** A pause of so long ends a sitting. */
const pauseMs = 10 * 60_000
/** A sitting that goes on for longer is parted. */
const longestMs = 3_600_000

/** An update, and who wrote it when (epoch milliseconds). */
export interface Written {
  readonly seq: number
  readonly accountId: string
  readonly at: number
}

/** When somebody wrote in a sitting. */
export interface Times {
  readonly first: number
  readonly last: number
}

/** What people wrote without a long pause: it becomes one version of the doc. */
export interface Sitting {
  readonly people: ReadonlyMap<string, Times>
  /** When the ones before wrote last: who comes back soon does not begin anew. */
  readonly before: ReadonlyMap<string, number>
}

/** A sitting that is over, and the last update in it. */
export interface Ended {
  readonly sitting: Sitting
  readonly upTo: number
}

/**
 * Goes on with a sitting, and says where it ended. It ends before whoever writes after a pause of ten minutes, when it
 * has lasted for an hour, and before somebody who was not there until then, so that what was there before they came is
 * kept. Those who write by turns share one sitting.
 *
 * @param begins the update that begins a new sitting in any case.
 */
export function partSittings(
  sitting: Sitting,
  updates: readonly Written[],
  begins?: number,
): { ended: Ended[]; present: Sitting } {
  const ended: Ended[] = []
  let present = sitting
  for (const update of updates) {
    const { first, last } = spanOf(present)
    // The clocks of several processes differ a little.
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

/** Who wrote last in a sitting, and when. */
export function lastWriter({ people }: Sitting): { accountId: string; at: number } | undefined {
  const [last] = [...people].sort(([, one], [, other]) => other.last - one.last)
  return last && { accountId: last[0], at: last[1].last }
}

function spanOf({ people }: Sitting): Times {
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
