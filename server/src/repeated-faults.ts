const windowMs = 1_000
/** So many faults are told apart at a time; what is more is counted together. */
const mostNames = 8
const others = "other faults"

/**
 * Samples repeated lines: of those with one name the first is written, and the others are counted. Each second `tell`
 * hears how many there were of each; a name that was not seen for a second is new again. So whatever happens, no more
 * than two lines for each of nine names are written in a second.
 */
export function openRepeatedFaults(tell: (name: string, times: number) => void) {
  const seen = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const count = () => {
    for (const [name, times] of seen) {
      if (times === 0) seen.delete(name)
      else {
        tell(name, times)
        seen.set(name, 0)
      }
    }
    timer = seen.size === 0 ? undefined : setTimeout(count, windowMs).unref()
  }
  return {
    /** Whether a line is to be written; when not, it is counted. */
    admits(wanted: string): boolean {
      const name = seen.has(wanted) || seen.size < mostNames ? wanted : others
      const times = seen.get(name)
      seen.set(name, times === undefined ? 0 : times + 1)
      if (timer === undefined) timer = setTimeout(count, windowMs).unref()
      return times === undefined
    },
  }
}
