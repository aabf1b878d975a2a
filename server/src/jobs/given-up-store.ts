import type { ExpressionBuilder, Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { ListPart } from "#kernel/cursor.ts"
import { latestFirst } from "#storage/in-order.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

export type GivenUpJob = Pick<
  Selectable<Schema["jobs"]>,
  "id" | "kind" | "attempts" | "last_error" | "created_at" | "dead_at"
>

/** Lists the jobs that were given up, the latest first, one more than `limit`. */
export function listGivenUpRows(cx: Reading, part: ListPart): Promise<GivenUpJob[]> {
  return cx.db
    .selectFrom("jobs")
    .select(["id", "kind", "attempts", "last_error", "created_at", "dead_at"])
    .where("dead_at", "is not", null)
    .$call(latestFirst("dead_at", part))
    .execute()
}

/** Makes a given-up job due now, with all its attempts. False when it is not given up, or when its twin waits. */
export function reviveJob(cx: Inside, id: string): Promise<boolean> {
  return changesRow(
    cx.db
      .updateTable("jobs")
      .set({ dead_at: null, attempts: 0, run_at: cx.now() })
      .where("id", "=", id)
      .where("dead_at", "is not", null)
      .where(noTwinWaits),
  )
}

/** Oldest first. */
export function listGivenUpOf(cx: Reading, kind: string, limit: number): Promise<{ id: string }[]> {
  return cx.db
    .selectFrom("jobs")
    .select("id")
    .where("dead_at", "is not", null)
    .where("kind", "=", kind)
    .orderBy("dead_at")
    .orderBy("id")
    .limit(limit)
    .execute()
}

/** The condition that no other job with the same dedupe key waits, since only one may. */
export function noTwinWaits({ not, exists, selectFrom }: ExpressionBuilder<Schema, "jobs">) {
  return not(
    exists(
      selectFrom("jobs as twin")
        .select("twin.id")
        .whereRef("twin.dedupe_key", "=", "jobs.dedupe_key")
        .where("twin.lease", "is", null)
        .where("twin.dead_at", "is", null),
    ),
  )
}
