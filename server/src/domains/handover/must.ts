/**
 * States what money must never do. It holds in production as well: work that breaks it is undone and fails loudly,
 * because a wrong ledger is worse than an error.
 */
export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(`This does not hold: ${sentence}`)
}
