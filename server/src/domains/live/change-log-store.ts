import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { prepared } from "#storage/prepared.ts"

/** A changed thing, with the number of its changes in a range of sequence numbers. */
export interface ChangedThing {
  readonly kind: string
  readonly ref: string | null
  readonly times: number
}

const clock = prepared<{ workspaceId: WorkspaceId }, { seq: number }>((db, arg) =>
  db.selectFrom("workspace_clocks").select("seq").where("workspace_id", "=", arg("workspaceId")),
)

const between = prepared<
  { workspaceId: WorkspaceId; after: number; upTo: number; limit: number },
  { kind: string; ref: string | null; times: number | string | bigint }
>((db, arg) =>
  db
    .selectFrom("changes")
    .select(({ fn }) => ["kind", "ref", fn.countAll().as("times")])
    .where("workspace_id", "=", arg("workspaceId"))
    .where("seq", ">", arg("after"))
    .where("seq", "<=", arg("upTo"))
    .groupBy(["kind", "ref"])
    .orderBy(({ fn }) => fn.max("seq"))
    .limit(arg("limit")),
)

/** The sequence number of a workspace's last change; 0 before the first. */
export async function findLastSeq(cx: Reading, workspaceId: WorkspaceId): Promise<number> {
  const [found] = await clock(cx.db, { workspaceId })
  return Number(found?.seq ?? 0)
}

export async function listHeads(cx: Reading, ids: readonly WorkspaceId[]): Promise<ReadonlyMap<WorkspaceId, number>> {
  const rows = await cx.db.selectFrom("workspace_clocks").selectAll().where("workspace_id", "in", ids).execute()
  return new Map(rows.map(({ workspace_id, seq }) => [workspace_id, Number(seq)]))
}

/** The things changed after `after`, up to `upTo`. Above `limit`, the ones whose last change is oldest. */
export async function listChanged(
  cx: Reading,
  workspaceId: WorkspaceId,
  stretch: { after: number; upTo: number; limit: number },
): Promise<ChangedThing[]> {
  const rows = await between(cx.db, { workspaceId, ...stretch })
  return rows.map(({ kind, ref, times }) => ({ kind, ref, times: Number(times) }))
}

const lookedAt = 500

/**
 * Deletes up to `limit` changes made before `time`, by workspace from `from` on. Returns the workspace to continue
 * with. A workspace's changes are ordered by time, so its first one shows whether any is old. An index on the times
 * would cost an extra write for each change.
 */
export async function deleteChangesBefore(
  cx: Inside,
  { time, from, limit }: { time: number; from: string; limit: number },
): Promise<string | undefined> {
  const clocks = await listFirstChanges(cx, from)
  let left = limit
  for (const { workspaceId, firstAt } of clocks) {
    if (firstAt !== null && firstAt < time) left -= await deleteFirstChanges(cx, workspaceId, { time, limit: left })
    if (left === 0) return workspaceId
  }
  return clocks.length === lookedAt ? clocks.at(-1)?.workspaceId : undefined
}

async function listFirstChanges(cx: Reading, from: string) {
  return cx.db
    .selectFrom("workspace_clocks")
    .select(({ selectFrom }) => [
      "workspace_id as workspaceId",
      selectFrom("changes")
        .select("created_at")
        .whereRef("changes.workspace_id", "=", "workspace_clocks.workspace_id")
        .orderBy("seq")
        .limit(1)
        .as("firstAt"),
    ])
    .where(sql`workspace_id`, ">=", from)
    .orderBy("workspace_id")
    .limit(lookedAt)
    .execute()
}

async function deleteFirstChanges(
  cx: Inside,
  workspaceId: WorkspaceId,
  { time, limit }: { time: number; limit: number },
): Promise<number> {
  const first = cx.db
    .selectFrom("changes")
    .select("seq")
    .where("workspace_id", "=", workspaceId)
    .orderBy("seq")
    .limit(limit)
  const deleted = await cx.db
    .deleteFrom("changes")
    .where("workspace_id", "=", workspaceId)
    .where("seq", "in", first)
    .where("created_at", "<", time)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
