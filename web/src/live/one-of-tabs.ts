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
  const task = whileHeld(begin)
  let waiting = new AbortController()
  let isClosed = false

  function queue(): void {
    const { signal } = waiting
    locks?.request(name, { signal }, task.hold).catch(() => {
      if (!signal.aborted) lose()
    })
  }

  /** Another tab has stolen the lock. */
  function lose(): void {
    task.leave()
    waiting = new AbortController()
    if (!isClosed) queue()
  }

  if (locks) queue()
  else void task.hold()
  return {
    takeOver() {
      waiting.abort()
      locks?.request(name, { steal: true }, task.hold).catch(lose)
    },
    close() {
      isClosed = true
      waiting.abort()
      task.leave()
    },
  }
}

/** Runs the task from `hold` to `leave`. The promise of `hold` resolves at `leave`, which releases the lock. */
function whileHeld(begin: () => () => void) {
  let leave: (() => void) | undefined
  return {
    hold(): Promise<void> {
      const end = begin()
      return new Promise((left) => {
        leave = () => {
          leave = undefined
          end()
          left()
        }
      })
    },
    leave: () => leave?.(),
  }
}
