export type Pair = readonly [before: number, after: number]

/** The most differences that are searched. Beyond that, everything between the common start and end counts as new. */
const mostDifferences = 600

/** Finds a longest common subsequence (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). */
export function match(before: readonly string[], after: readonly string[]): Pair[] {
  const shorter = Math.min(before.length, after.length)
  const start = alikeFrom(before, after, [0, 0])
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const between = matchBetween(before.slice(start, before.length - end), after.slice(start, after.length - end))
  return [
    ...Array.from({ length: start }, (_, at): Pair => [at, at]),
    ...between.map(([one, other]): Pair => [one + start, other + start]),
    ...Array.from({ length: end }, (_, at): Pair => [before.length - end + at, after.length - end + at]),
  ]
}

function matchBetween(before: readonly string[], after: readonly string[]): Pair[] {
  if (before.length === 0 || after.length === 0) return []
  const most = Math.min(before.length + after.length, mostDifferences)
  const reached = new Int32Array(2 * most + 3)
  const at = (diagonal: number) => diagonal + most + 1
  const trace: Int32Array[] = []
  for (let differences = 0; differences <= most; differences += 1) {
    trace.push(reached.slice())
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      const isDown = comesDown(reached, at(diagonal), { diagonal, differences })
      const from = isDown ? (reached[at(diagonal + 1)] ?? 0) : (reached[at(diagonal - 1)] ?? 0) + 1
      const one = from + alikeFrom(before, after, [from, from - diagonal])
      reached[at(diagonal)] = one
      if (one >= before.length && one - diagonal >= after.length) {
        return walkBack(trace, { one: before.length, other: after.length, at })
      }
    }
  }
  return []
}

function alikeFrom(before: readonly string[], after: readonly string[], [one, other]: Pair): number {
  let count = 0
  while (one + count < before.length && other + count < after.length && before[one + count] === after[other + count]) {
    count += 1
  }
  return count
}

/** Whether the furthest path to a diagonal comes from an insertion; otherwise from a deletion. */
function comesDown(
  reached: Int32Array,
  at: number,
  { diagonal, differences }: { diagonal: number; differences: number },
): boolean {
  return diagonal === -differences || (diagonal !== differences && (reached[at - 1] ?? 0) < (reached[at + 1] ?? 0))
}

function walkBack(
  trace: readonly Int32Array[],
  { one, other, at }: { one: number; other: number; at(diagonal: number): number },
): Pair[] {
  const pairs: Pair[] = []
  for (let differences = trace.length - 1; differences >= 0; differences -= 1) {
    const reached = trace[differences] as Int32Array
    const diagonal = one - other
    const isDown = comesDown(reached, at(diagonal), { diagonal, differences })
    const from = isDown ? diagonal + 1 : diagonal - 1
    const begin = differences === 0 ? 0 : (reached[at(from)] ?? 0)
    const beginOther = differences === 0 ? 0 : begin - from
    while (one > begin && other > beginOther) {
      one -= 1
      other -= 1
      pairs.push([one, other])
    }
    one = begin
    other = beginOther
  }
  return pairs.reverse()
}
