import type { Settings } from "#config/settings.ts"
import { noteBounce } from "#domains/mails/index.ts"
import type { Sweeper } from "#engines/jobs/sweep.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { openBounces } from "./adapters.ts"

/** Reads the mailbox of the bounces each minute, in one process at a time. */
export async function bounceSweepers(settings: Settings): Promise<readonly Sweeper[]> {
  const bounces = await openBounces(settings)
  if (!bounces) return []
  const run: Sweeper["run"] = (cx) => bounces.read((bounce) => cx.atomically((cx) => noteBounce(cx, bounce)))
  return [{ name: "bounces", everyMs: minuteMs, run }]
}
