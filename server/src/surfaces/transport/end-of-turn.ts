let turn: Promise<void> | undefined

/**
 * Resolves when this turn of the event loop has run everything that arrived with it. Answers that wait for it leave
 * together: writing them one after the other wakes the other end once, and not once for each. Under load that is a
 * tenth of the whole cost of a request.
 */
export function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  })
  return turn
}
