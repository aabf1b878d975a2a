const windowMs = 1_000
/** The most faults that are counted separately; further ones are counted together. */
const mostNames = 8
const others = "other faults"

type Level = "info" | "warn" | "error"

/**
 * Writes the first line of a name and counts the others. Each second `tell` gets the counts. A name without lines for a
 * second is new again: at most two lines for each of nine names in a second.
 */
export function openRepeatedFaults(tell: (name: string, times: number, level: Level) => void) {
  const seen = new Map<string, { times: number; level: Level }>()
  let timer: NodeJS.Timeout | undefined

  const count = () => {
    for (const [name, { times, level }] of seen) {
      if (times === 0) seen.delete(name)
      else {
        tell(name, times, level)
        seen.set(name, { times: 0, level })
      }
    }
    timer = seen.size === 0 ? undefined : setTimeout(count, windowMs).unref()
  }
  return {
    admits(wanted: string, level: Level): boolean {
      const name = seen.has(wanted) || seen.size < mostNames ? wanted : others
      const before = seen.get(name)
      const counted = name === others ? "error" : level
      seen.set(name, { times: before === undefined ? 0 : before.times + 1, level: counted })
      if (timer === undefined) timer = setTimeout(count, windowMs).unref()
      return before === undefined
    },
  }
}
