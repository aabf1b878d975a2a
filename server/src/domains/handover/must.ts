/** Asserts an invariant of the ledger, in production too, because a wrong ledger is worse than an error. */
export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(`This does not hold: ${sentence}`)
}
