import { type DocLine, isSame } from "./line.ts"

/** Two versions of lines. */
export interface TwoVersions {
  readonly from: readonly DocLine[]
  readonly to: readonly DocLine[]
}

/** How many lines are equal at the start of both versions. */
export function sameStart({ from, to }: TwoVersions): number {
  let count = 0
  while (count < from.length && count < to.length && isSame(from[count], to[count])) count += 1
  return count
}

/** How many lines are equal at the end of both versions. */
export function sameEnd({ from, to }: TwoVersions): number {
  const shorter = Math.min(from.length, to.length)
  let count = 0
  while (count < shorter && isSame(from[from.length - 1 - count], to[to.length - 1 - count])) count += 1
  return count
}
