export interface OneOfTabs {
  /** Steals the lock from the tab that does not answer. */
  takeOver(): void
  /** Passes the lock to another tab. */
  close(): void
}

/**
 * Elects one tab of a browser for a task; when that tab is closed, the next one takes over. `begin` starts the task and
 * returns its stop function. Without the Web Locks API, every tab runs the task.
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

  /** Another tab has stolen the lock. */
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
