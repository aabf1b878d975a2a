const waiting = new WeakMap<object, Set<() => void>>()

/** Calls `tell` once after the transaction `db` has committed, even if registered several times; never if it fails. */
export function afterCommit(db: object, tell: () => void): void {
  const known = waiting.get(db)
  if (known) known.add(tell)
  else waiting.set(db, new Set([tell]))
}

/** Calls the registered listeners of this transaction. Only storage calls it, right after the commit. */
export function committed(db: object | undefined): void {
  const calls = db && waiting.get(db)
  if (!calls) return
  for (const tell of calls) tell()
}
