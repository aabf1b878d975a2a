import type { Reading } from "#access/context.ts"
import { dayMs, hourMs } from "#kernel/time/units.ts"
import { isSuccess } from "../deliveries/index.ts"
import type { EndpointKey } from "../endpoints/index.ts"

/** The most tries of an endpoint that are counted. */
export const mostCounted = 2_000

/** Counts the tries of the last 24 hours by hour, the last hour first, and the newest `mostCounted` of them. */
export async function countTries(
  cx: Reading,
  { id, workspace_id }: EndpointKey,
): Promise<{ delivered: number; failed: number }[]> {
  const rows = await cx.db
    .selectFrom("webhook_attempts")
    .select(["began_at", "status"])
    .where("workspace_id", "=", workspace_id)
    .where("endpoint_id", "=", id)
    .where("began_at", ">", cx.now() - dayMs)
    .orderBy("began_at", "desc")
    .limit(mostCounted)
    .execute()
  const hours = Array.from({ length: 24 }, () => ({ delivered: 0, failed: 0 }))
  for (const { began_at, status } of rows) {
    const hour = hours[Math.max(0, Math.floor((cx.now() - Number(began_at)) / hourMs))]
    if (hour) hour[isSuccess(status === null ? null : Number(status)) ? "delivered" : "failed"] += 1
  }
  return hours
}
