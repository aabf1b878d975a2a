export interface OneOfTabs {
  /** Takes it from the tab that does it now, and that does not answer. */
  takeOver(): void
  /** Leaves it to another tab. */
  close(): void
}

/**
 * Has one tab of a browser do something that all of them need; where that tab is closed, the next one goes on. `begin`
 * begins it and answers what ends it. A browser without locks has every tab do it.
 */
export function oneOfTabs(name: string, begin: () => () => void): OneOfTabs {
  const { locks }: { locks?: LockManager } = navigator
  let waiting = new AbortController()
  let leave: (() => void) | undefined
  let isClosed = false

  function hold(): Promise<void> {
    const end = begin()
    return new Promise((left) => {
      leave = () => {
        leave = undefined
        end()
        left()
      }
    })
  }

  function queue(): void {
    const { signal } = waiting
    locks?.request(name, { signal }, hold).catch(() => {
      if (!signal.aborted) lose()
    })
  }

  /** Another tab has taken it over. */
  function lose(): void {
    leave?.()
    waiting = new AbortController()
    if (!isClosed) queue()
  }

  if (locks) queue()
  else void hold()
  return {
    takeOver() {
      waiting.abort()
      locks?.request(name, { steal: true }, hold).catch(lose)
    },
    close() {
      isClosed = true
      waiting.abort()
      leave?.()
    },
  }
}
