import type { Reading } from "#access/context.ts"
import { findsRow } from "#storage/whether.ts"

export async function isAnythingDue(cx: Reading): Promise<boolean> {
  const now = cx.now()
  const runs = cx.db
    .selectFrom("assistant_runs")
    .select("id")
    .where((row) =>
      row.or([row("state", "=", "queued"), row.and([row("state", "=", "running"), row("lease_until", "<", now)])]),
    )
  const approvalCards = cx.db
    .selectFrom("assistant_calls")
    .select("id")
    .where("state", "=", "waiting")
    .where("expires_at", "<=", now)
  return (await findsRow(runs)) || (await findsRow(approvalCards))
}
