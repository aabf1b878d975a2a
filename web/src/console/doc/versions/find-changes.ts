/** One step from an old list to a new one. */
export interface Step<Item> {
  kind: "same" | "deleted" | "inserted"
  /** Of the new list where both have it. */
  item: Item
}

/** So many differences are looked for; lists that differ more have nothing in common worth showing. */
const mostDifferences = 600

/**
 * The fewest steps from one list to another (Myers, An O(ND) Difference Algorithm, 1986).
 *
 * @param keyOf what makes two items the same.
 */
export function findChanges<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Step<Item>[] {
  const [old, now] = [before.map(keyOf), after.map(keyOf)]
  let begin = 0
  while (begin < old.length && begin < now.length && old[begin] === now[begin]) begin += 1
  let end = 0
  const shorter = Math.min(old.length, now.length) - begin
  while (end < shorter && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  const toSame = (item: Item): Step<Item> => ({ kind: "same", item })
  const middle = {
    before: before.slice(begin, before.length - end),
    after: after.slice(begin, after.length - end),
    old: old.slice(begin, old.length - end),
    now: now.slice(begin, now.length - end),
  }
  return [...after.slice(0, begin).map(toSame), ...middleSteps(middle), ...after.slice(after.length - end).map(toSame)]
}

interface Middle<Item> {
  before: readonly Item[]
  after: readonly Item[]
  old: readonly string[]
  now: readonly string[]
}

function middleSteps<Item>({ before, after, old, now }: Middle<Item>): Step<Item>[] {
  const trace = search(old, now)
  if (!trace) {
    return [
      ...before.map((item): Step<Item> => ({ kind: "deleted", item })),
      ...after.map((item): Step<Item> => ({ kind: "inserted", item })),
    ]
  }
  const steps: Step<Item>[] = []
  const push = (kind: Step<Item>["kind"], item: Item | undefined) => item !== undefined && steps.push({ kind, item })
  let [x, y] = [old.length, now.length]
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const [fromX, fromY] = cameFrom(trace[d] ?? new Map(), x - y, d)
    for (; x > fromX && y > fromY; x -= 1, y -= 1) push("same", after[y - 1])
    if (d === 0) break
    if (x === fromX) push("inserted", after[y - 1])
    else push("deleted", before[x - 1])
    x = fromX
    y = fromY
  }
  return steps.reverse()
}

type Furthest = Map<number, number>

/** How far each number of differences leads on each diagonal; undefined when there are too many. */
function search(old: readonly string[], now: readonly string[]): Furthest[] | undefined {
  const trace: Furthest[] = []
  const furthest: Furthest = new Map([[1, 0]])
  const most = Math.min(old.length + now.length, mostDifferences)
  for (let d = 0; d <= most; d += 1) {
    trace.push(new Map(furthest))
    for (let k = -d; k <= d; k += 2) {
      let x = goesDown(furthest, k, d) ? at(furthest, k + 1) : at(furthest, k - 1) + 1
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x += 1
      furthest.set(k, x)
      if (x >= old.length && x - k >= now.length) return trace
    }
  }
  return undefined
}

const at = (furthest: Furthest, k: number) => furthest.get(k) ?? -1

const goesDown = (furthest: Furthest, k: number, d: number) =>
  k === -d || (k !== d && at(furthest, k - 1) < at(furthest, k + 1))

function cameFrom(furthest: Furthest, k: number, d: number): [x: number, y: number] {
  if (d === 0) return [0, 0]
  const fromK = goesDown(furthest, k, d) ? k + 1 : k - 1
  const x = at(furthest, fromK)
  return [x, x - fromK]
}
