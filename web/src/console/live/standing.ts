import { useSyncExternalStore } from "react"
import { openListeners } from "../listeners.ts"

/** A shorter interruption is not shown. */
const shortMs = 10_000

let isOld = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = openListeners()

/** Reports whether the live connection is up. */
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

export function useMayBeOld(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => isOld)
}
