import { sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { prepared } from "#storage/prepared.ts"

/** What changed, however often, in a stretch of a workspace's numbers. */
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

/** The number of a workspace's last change; 0 where nothing has changed yet. */
export async function findHead(cx: Reading, workspaceId: WorkspaceId): Promise<number> {
  const [found] = await clock(cx.db, { workspaceId })
  return Number(found?.seq ?? 0)
}

/** The numbers of the last changes of several workspaces. */
export async function listHeads(cx: Reading, ids: readonly WorkspaceId[]): Promise<ReadonlyMap<WorkspaceId, number>> {
  const rows = await cx.db.selectFrom("workspace_clocks").selectAll().where("workspace_id", "in", ids).execute()
  return new Map(rows.map(({ workspace_id, seq }) => [workspace_id, Number(seq)]))
}

/** What changed with a number above `after`, up to `upTo`; of more things than `limit` those that changed first. */
export async function listChanged(
  cx: Reading,
  workspaceId: WorkspaceId,
  stretch: { after: number; upTo: number; limit: number },
): Promise<ChangedThing[]> {
  const rows = await between(cx.db, { workspaceId, ...stretch })
  return rows.map(({ kind, ref, times }) => ({ kind, ref, times: Number(times) }))
}

/** Deletes up to `limit` changes that were made before `time`, the oldest first. Returns how many. */
export async function deleteChangesBefore(cx: Inside, time: number, limit: number): Promise<number> {
  const oldest = cx.db
    .selectFrom("changes")
    .select(["workspace_id", "seq"])
    .where("created_at", "<", time)
    .orderBy("created_at")
    .limit(limit)
  const deleted = await cx.db
    .deleteFrom("changes")
    .where(sql<boolean>`(workspace_id, seq) in (${oldest})`)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
