import { useEffect, useSyncExternalStore } from "react"
import { Refused } from "../api/call.ts"
import { openListeners } from "./listeners.ts"

/** Why the console ended: the session ended, or the service refused the workspace (with its message). */
export type ConsoleEnd = "signed-out" | { message: string; hint: string | undefined }

let ended: ConsoleEnd | undefined
const listeners = openListeners()

/** Undefined for a refusal that does not end the console. */
export function endBy(error: unknown): ConsoleEnd | undefined {
  if (!(error instanceof Refused)) return undefined
  if (error.status === 401) return "signed-out"
  return error.code === "workspace_forbidden" && !error.neededRole ? error : undefined
}

/** Ends the console if the error is a refusal that ends it. */
export function endIfRefused(error: unknown): void {
  ended ??= endBy(error)
  if (ended) listeners.tell()
}

export function whenConsoleEnds(end: () => void): void {
  listeners.subscribe(end)
}

/** Why the console ended; undefined while it runs. */
export function useConsoleEnd(): ConsoleEnd | undefined {
  return useSyncExternalStore(listeners.subscribe, () => ended)
}

let holders = 0
const holdListeners = openListeners()

/** Keeps the current page in place when the console ends, because its reader may want to copy unsaved text. */
export function useHold(): void {
  useEffect(() => {
    holders += 1
    holdListeners.tell()
    return () => {
      holders -= 1
      holdListeners.tell()
    }
  }, [])
}

/** Whether a page holds its place and itself reports that the console ended. */
export function useIsHeld(): boolean {
  return useSyncExternalStore(holdListeners.subscribe, () => holders > 0)
}
