import { match, type Pair } from "./match.ts"
import type { LineToken } from "./tokens.ts"

/** Matches words first, then line ends between them, so that changed line kinds keep every word in place. */
export function matchTokens(before: readonly LineToken[], after: readonly LineToken[]): Pair[] {
  const pairs: Pair[] = []
  let [one, other] = [0, 0]
  for (const [toOne, toOther] of [...matchThose(before, after, isWord), [before.length, after.length] as const]) {
    const between = matchThose(before.slice(one, toOne), after.slice(other, toOther), isEnd)
    for (const [endOne, endOther] of between) pairs.push([endOne + one, endOther + other])
    if (toOne < before.length && toOther < after.length) pairs.push([toOne, toOther])
    ;[one, other] = [toOne + 1, toOther + 1]
  }
  return pairs
}

const isEnd = ({ ends }: LineToken) => ends !== undefined
const isWord = ({ ends }: LineToken) => ends === undefined

function matchThose(
  before: readonly LineToken[],
  after: readonly LineToken[],
  isOne: (token: LineToken) => boolean,
): Pair[] {
  if (before.length === 0 || after.length === 0) return []
  const [olds, news] = [placesOf(before, isOne), placesOf(after, isOne)]
  const pairs = match(
    olds.map((at) => before[at]?.key ?? ""),
    news.map((at) => after[at]?.key ?? ""),
  )
  return pairs.map(([one, other]): Pair => [olds[one] ?? 0, news[other] ?? 0])
}

const placesOf = (tokens: readonly LineToken[], isOne: (token: LineToken) => boolean): number[] =>
  tokens.flatMap((token, at) => (isOne(token) ? [at] : []))
