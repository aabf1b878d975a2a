import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"
import { missedMs } from "../endpoints/index.ts"

/** Open deliveries of events of more than 30 days that hold newer ones. */
export function listOldHolders(cx: Reading, limit: number) {
  return cx.db
    .selectFrom("events")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.workspace_id", "events.workspace_id")
    .innerJoin("webhook_deliveries as old", (join) =>
      join
        .onRef("old.workspace_id", "=", "events.workspace_id")
        .onRef("old.endpoint_id", "=", "endpoint.id")
        .onRef("old.seq", "=", "events.seq")
        .onRef("old.nth", "=", "events.nth"),
    )
    .select(["old.workspace_id", "old.endpoint_id", "old.seq", "old.nth", "old.subject"])
    .where("events.occurred_at", "<=", cx.now() - missedMs)
    .where("old.holds_more", "=", 1)
    .where("old.ended_at", "is", null)
    .limit(limit)
    .execute()
}

type Holder = Pick<Schema["webhook_deliveries"], "workspace_id" | "endpoint_id" | "subject" | "seq" | "nth">

/** Gives up the open deliveries of a subject up to one of them. */
export async function giveUpUntil(cx: Inside, { workspace_id, endpoint_id, subject, seq, nth }: Holder): Promise<void> {
  await cx.db
    .updateTable("webhook_deliveries")
    .set({ due_at: null, ended_at: cx.now(), outcome: "failed" })
    .where("workspace_id", "=", workspace_id)
    .where("endpoint_id", "=", endpoint_id)
    .where("subject", "=", subject)
    .where("ended_at", "is", null)
    .where(sql<boolean>`(seq, nth) <= (${seq}, ${nth})`)
    .execute()
}
