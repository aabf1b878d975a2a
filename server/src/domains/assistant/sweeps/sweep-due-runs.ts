import type { Context } from "#access/context.ts"
import { isAnythingDue } from "./due-store.ts"

/** Sweeps the due runs. A process without due runs does not load the code that works on them. */
export async function sweepDueRuns(cx: Context): Promise<void> {
  if (await isAnythingDue(cx)) await (await import("../on-demand.ts")).sweepRuns(cx)
}
