import { type ExpressionBuilder, type Selectable, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { isPostgres } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { leaseMs } from "./limits.ts"

export type RunRow = Selectable<Schema["assistant_runs"]>

const open = ["queued", "running", "waiting"] as const

/** The run of a conversation that goes on; undefined when none does. */
export async function findOpenRun(cx: Reading, conversationId: string): Promise<RunRow | undefined> {
  return cx.db
    .selectFrom("assistant_runs")
    .selectAll()
    .where("conversation_id", "=", conversationId)
    .where("state", "in", open)
    .executeTakeFirst()
}

export async function findRun(cx: Reading, id: string): Promise<RunRow | undefined> {
  return cx.db.selectFrom("assistant_runs").selectAll().where("id", "=", id).executeTakeFirst()
}

/** How many runs of a person go on. Until the transaction ends, no other begins one of theirs by this count. */
export async function holdOpenRuns(cx: Inside, accountId: string): Promise<number> {
  if (isPostgres(cx.db))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`runs of ${accountId}`}, 0))`.execute(cx.db)
  const { count } = await cx.db
    .selectFrom("assistant_runs")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("state", "in", ["queued", "running"])
    .executeTakeFirstOrThrow()
  return Number(count)
}

type NewRun = Pick<RunRow, "id" | "conversation_id" | "workspace_id" | "account_id" | "kind">

export async function insertRun(cx: Inside, row: NewRun): Promise<void> {
  const now = cx.now()
  await cx.db
    .insertInto("assistant_runs")
    .values({
      ...row,
      ...{ state: "queued", lease_until: null, reserved: null, stop_asked_at: null },
      ...{ created_at: now, updated_at: now },
    })
    .execute()
}

/**
 * Takes a run that nobody works on, or whose process has been silent for too long; undefined when another was faster.
 * From then on only this turn may write.
 */
export async function takeRun(cx: Inside, id: string): Promise<RunRow | undefined> {
  const now = cx.now()
  return cx.db
    .updateTable("assistant_runs")
    .set((row) => ({
      state: "running" as const,
      lease_until: now + leaseMs,
      turn: row("turn", "+", 1),
      updated_at: now,
    }))
    .where("id", "=", id)
    .where(isDue(now))
    .returningAll()
    .executeTakeFirst()
}

/** The ids of runs that nobody works on, or whose process has been silent for too long. */
export async function listDueRuns(cx: Reading, limit: number): Promise<{ id: string; conversation_id: string }[]> {
  return cx.db
    .selectFrom("assistant_runs")
    .select(["id", "conversation_id"])
    .where(isDue(cx.now()))
    .limit(limit)
    .execute()
}

const isDue = (now: number) => (row: ExpressionBuilder<Schema, "assistant_runs">) =>
  row.or([row("state", "=", "queued"), row.and([row("state", "=", "running"), row("lease_until", "<", now)])])

/** Writes to a run while this turn has it; false once another has, or it has ended. */
export async function updateTurn(
  cx: Inside,
  { id, turn }: Pick<RunRow, "id" | "turn">,
  set: Partial<Pick<RunRow, "state" | "lease_until" | "steps" | "calls" | "tokens" | "worked_ms" | "reserved">>,
): Promise<boolean> {
  const updated = await cx.db
    .updateTable("assistant_runs")
    .set({ ...set, updated_at: cx.now() })
    .where("id", "=", id)
    .where("turn", "=", turn)
    .where("state", "=", "running")
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Moves a run that waits, or begins again, in the transaction of whoever posted about it. */
export async function moveRun(
  cx: Inside,
  id: string,
  { from, set }: { from: RunRow["state"][]; set: Partial<Pick<RunRow, "state" | "stop_asked_at" | "lease_until">> },
): Promise<boolean> {
  const updated = await cx.db
    .updateTable("assistant_runs")
    .set({ ...set, updated_at: cx.now() })
    .where("id", "=", id)
    .where("state", "in", from)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}
