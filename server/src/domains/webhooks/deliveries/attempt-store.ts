import { sql } from "kysely"
import type { Inside } from "#access/context.ts"
import { argsOf, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import type { DueDelivery } from "./due-store.ts"

type Attempt = Schema["webhook_attempts"]

const insert = preparedWrite<Attempt, object>((db, arg) =>
  db.insertInto("webhook_attempts").values({
    ...argsOf(arg, "id", "workspace_id", "endpoint_id", "event_id", "began_at", "ms", "status", "fault"),
    ...argsOf(arg, "answer", "asked_by"),
  }),
)

export async function insertAttempt(cx: Inside, row: Attempt): Promise<void> {
  await insert(cx.db, row)
}

interface End extends Pick<DueDelivery, "workspace_id" | "endpoint_id" | "seq" | "nth" | "tries"> {
  due_at: number | null
  ended_at: number | null
  outcome: DueDelivery["outcome"]
}

const tried = preparedWrite<End, { tries: number }>((db, arg) =>
  db
    .updateTable("webhook_deliveries")
    .set((row) => ({
      due_at: arg("due_at"),
      ended_at: arg("ended_at"),
      outcome: arg("outcome"),
      tries: row("tries", "+", 1),
    }))
    .where("workspace_id", "=", arg("workspace_id"))
    .where("endpoint_id", "=", arg("endpoint_id"))
    .where("seq", "=", arg("seq"))
    .where("nth", "=", arg("nth"))
    .where("tries", "=", arg("tries"))
    .where("ended_at", "is", null)
    .returning("tries"),
)

/** Records a try of a head. False when another run has recorded the same try. */
export async function recordTry(cx: Inside, end: End): Promise<boolean> {
  return (await tried(cx.db, end)).length > 0
}

type Strand = Pick<DueDelivery, "workspace_id" | "endpoint_id" | "subject"> & { now: number }

const next = preparedWrite<Strand, object>((db, arg) =>
  db
    .updateTable("webhook_deliveries")
    .set({ due_at: arg("now") })
    .where("workspace_id", "=", arg("workspace_id"))
    .where("endpoint_id", "=", arg("endpoint_id"))
    .where("ended_at", "is", null)
    .where((row) =>
      row(
        sql<number>`(seq, nth)`,
        "=",
        db
          .selectFrom("webhook_deliveries as waiting")
          .select(["waiting.seq", "waiting.nth"])
          .where("waiting.workspace_id", "=", arg("workspace_id"))
          .where("waiting.endpoint_id", "=", arg("endpoint_id"))
          .where("waiting.subject", "=", arg("subject"))
          .where("waiting.ended_at", "is", null)
          .orderBy("waiting.seq")
          .orderBy("waiting.nth")
          .limit(1) as never,
      ),
    ),
)

/** Makes the oldest open delivery of a strand its head, after the head ended. */
export async function makeNextHead(cx: Inside, strand: Strand): Promise<void> {
  await next(cx.db, strand)
}

/** Ends a repeat that a member asked for. A success makes up for a failed delivery. */
export async function endRepeat(cx: Inside, delivery: DueDelivery, isDelivered: boolean): Promise<void> {
  const { workspace_id, endpoint_id, seq, nth } = delivery
  await cx.db
    .updateTable("webhook_deliveries")
    .set({ again_at: null, again_by: null, ...(isDelivered && { outcome: "delivered" as const }) })
    .where("workspace_id", "=", workspace_id)
    .where("endpoint_id", "=", endpoint_id)
    .where("seq", "=", seq)
    .where("nth", "=", nth)
    .execute()
}
