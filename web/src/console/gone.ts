import { useEffect, useSyncExternalStore } from "react"
import { Refused } from "../api/call.ts"
import { openListeners } from "./listeners.ts"

/** Why nothing more can be done here: the session ended; or the service refuses the workspace, in these words. */
export type Gone = "signed-out" | { message: string; hint: string | undefined }

let gone: Gone | undefined
const listeners = openListeners()

/** Why a refusal ends the console; undefined where it does not. */
export function goneBy(error: unknown): Gone | undefined {
  if (!(error instanceof Refused)) return undefined
  if (error.status === 401) return "signed-out"
  return error.code === "workspace_forbidden" && !error.neededRole ? error : undefined
}

/** Ends the console when a refusal says so. */
export function leaveIfGone(error: unknown): void {
  gone ??= goneBy(error)
  if (gone) listeners.tell()
}

/** Calls `end` when the console ends. */
export function whenGone(end: () => void): void {
  listeners.subscribe(end)
}

/** Why the console has ended; undefined while it has not. */
export function useGone(): Gone | undefined {
  return useSyncExternalStore(listeners.subscribe, () => gone)
}

let holders = 0
const holdListeners = openListeners()

/** Has the page that is shown stay when the console ends: it has something that its reader may want to copy. */
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

/** Whether the page stays, and says itself that the console has ended. */
export function useIsHeld(): boolean {
  return useSyncExternalStore(holdListeners.subscribe, () => holders > 0)
}
