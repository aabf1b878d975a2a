import type { Context } from "#access/context.ts"
import { isAnythingDue } from "./due-store.ts"

/** Sweeps the runs where there is something to sweep; a process without it does not load what works on them. */
export async function sweepDueRuns(cx: Context): Promise<void> {
  if (await isAnythingDue(cx)) await (await import("../runs/index.ts")).sweepRuns(cx)
}
