/**
 * Asserts what must always hold where money moves, in production too. A broken assertion undoes the transaction and
 * fails, because a wrong ledger is worse than an error.
 */
export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(`This does not hold: ${sentence}`)
}
