import type { ExpressionBuilder, Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { lockAccount } from "#domains/accounts/index.ts"
import { isPostgres } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { effectsOfRun, type RunTransition } from "./lifecycle.ts"
import { leaseMs } from "./limits.ts"

export type RunRow = Selectable<Schema["assistant_runs"]>

const open = ["queued", "running", "waiting"] as const

/** The queued, running or waiting run of a conversation. There is at most one. */
export async function findOpenRun(cx: Reading, conversationId: string): Promise<RunRow | undefined> {
  return openRun(cx, conversationId).executeTakeFirst()
}

/** Finds and locks the open run of a conversation, so that no process takes it until the transaction ends. */
export async function lockOpenRun(cx: Inside, conversationId: string): Promise<RunRow | undefined> {
  return openRun(cx, conversationId)
    .$if(isPostgres(cx.db), (query) => query.forUpdate())
    .executeTakeFirst()
}

const openRun = ({ db }: Reading, conversationId: string) =>
  db.selectFrom("assistant_runs").selectAll().where("conversation_id", "=", conversationId).where("state", "in", open)

export async function findRun(cx: Reading, id: string): Promise<RunRow | undefined> {
  return cx.db.selectFrom("assistant_runs").selectAll().where("id", "=", id).executeTakeFirst()
}

/** Counts a person's queued and running runs. The lock of their row makes other transactions wait before they count. */
export async function lockAndCountOpenRuns(cx: Inside, accountId: string): Promise<number> {
  await lockAccount(cx, accountId)
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

/** Writes to a run. Returns false when another process has the lease, or the run has ended. */
export async function updateLeasedRun(
  cx: Inside,
  { id, turn }: Pick<RunRow, "id" | "turn">,
  set: Partial<Pick<RunRow, "lease_until" | "steps" | "calls" | "tokens" | "worked_ms" | "reserved">>,
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

export async function askToStop(cx: Inside, id: string): Promise<void> {
  const now = cx.now()
  await cx.db
    .updateTable("assistant_runs")
    .set({ stop_asked_at: now, updated_at: now })
    .where("id", "=", id)
    .where("state", "=", "running")
    .execute()
}

/** Undefined when the state does not allow it, or another process has the lease. Only `transitionRun` calls it. */
export async function moveRun(
  cx: Inside,
  name: RunTransition,
  { id, turn, ...facts }: Pick<RunRow, "id"> & Partial<Pick<RunRow, "turn" | "worked_ms">>,
): Promise<RunRow | undefined> {
  const { from, to, by } = effectsOfRun(name)
  const now = cx.now()
  const moves = cx.db
    .updateTable("assistant_runs")
    .set({ ...facts, state: to, lease_until: by === "a new process" ? now + leaseMs : null, updated_at: now })
    .where("id", "=", id)
    .where("state", "in", from)
  const takes = () => moves.set((row) => ({ turn: row("turn", "+", 1) })).where(isDue(now))
  const owned = turn === undefined ? moves : moves.where("turn", "=", turn)
  return (by === "a new process" ? takes() : owned).returningAll().executeTakeFirst()
}
