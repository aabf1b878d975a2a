import { z } from "zod"

export const runState = z.enum(["queued", "running", "waiting", "stopping"])

/** The state that people see; null for a run that has ended, or none. */
export function shownState(run: {
  state: string | null
  stop_asked_at: number | null
}): z.output<typeof runState> | null {
  const { data } = runState.safeParse(run.state)
  if (data === undefined) return null
  return run.stop_asked_at === null || data === "waiting" ? data : "stopping"
}
