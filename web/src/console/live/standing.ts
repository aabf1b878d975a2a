import { useSyncExternalStore } from "react"
import { openListeners } from "../listeners.ts"

/** A break that is shorter is not worth a word. */
const shortMs = 10_000

let isOld = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = openListeners()

/** Notes whether the page hears of changes. */
export function noteStanding(stands: boolean): void {
  if (!stands) {
    timer ??= setTimeout(set, shortMs, true)
    return
  }
  clearTimeout(timer)
  timer = undefined
  set(false)
}

function set(next: boolean): void {
  if (next === isOld) return
  isOld = next
  listeners.tell()
}

/** Whether changes may be missing on the page. */
export function useMayBeOld(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => isOld)
}
