let turn: Promise<void> | undefined

/**
 * Resolves when this turn of the event loop has run everything that arrived with it. Responses that wait for it are
 * written together, which wakes the client once instead of once for each. Under load that saves a tenth of the cost of
 * a request.
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
