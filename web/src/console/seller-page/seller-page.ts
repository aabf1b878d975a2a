import type { AnswerOf } from "../calls.ts"

export type SellerPage = AnswerOf<"get-own-seller-page">

/** The list after one of its things was moved. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number): Thing[] {
  const rest = things.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...things.slice(from, from + 1))
}
