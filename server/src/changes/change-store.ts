import { sql } from "kysely"
import type { ChangeKind } from "#contract/change-kinds.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Inside } from "#storage/database.ts"
import { compilable, isPostgres, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"

/** A change by a transaction. `ref` names the changed thing where pages use it. */
export interface Change {
  readonly workspaceId: WorkspaceId
  readonly kind: ChangeKind
  readonly ref?: string
}

export interface ChangeNumbers {
  readonly first: number
  readonly last: number
}

export interface Recorded extends ChangeNumbers {
  readonly workspaceId: WorkspaceId
  /** The types of events that endpoints of the workspace want, separated by spaces. Null: none. */
  readonly wanted: string | null
}

type Clock = Pick<Schema["workspace_clocks"], "seq" | "wanted">

const advance = preparedWrite<{ workspaceId: WorkspaceId; by: number }, Clock>((db, arg) =>
  db
    .insertInto("workspace_clocks")
    .values({ workspace_id: arg("workspaceId"), seq: arg("by") })
    .onConflict((row) =>
      row.column("workspace_id").doUpdateSet(({ ref, eb }) => ({
        seq: eb(ref("workspace_clocks.seq"), "+", ref("excluded.seq")),
      })),
    )
    .returning(["seq", "wanted"]),
)

interface ChangeRow {
  workspaceId: WorkspaceId
  seq: number
  kind: ChangeKind
  ref: string | null
  now: number
}

const insert = preparedWrite<ChangeRow, object>((db, arg) =>
  db.insertInto("changes").values({
    workspace_id: arg("workspaceId"),
    seq: arg("seq"),
    kind: arg("kind"),
    ref: arg("ref"),
    created_at: arg("now"),
  }),
)

interface Noted {
  workspaceId: WorkspaceId
  count: number
  kinds: readonly string[]
  refs: readonly (string | null)[]
  now: number
}

/** Numbers and stores changes, on PostgreSQL in one round trip, so that the clock's row is locked for less time. */
const record = preparedWrite<Noted, Clock>((db, arg) =>
  compilable(
    db,
    sql`with clock as (
      insert into workspace_clocks (workspace_id, seq) values (${arg("workspaceId")}, ${arg("count")})
      on conflict (workspace_id) do update set seq = workspace_clocks.seq + excluded.seq
      returning workspace_id, seq, wanted
    ), recorded as (
      insert into changes (workspace_id, seq, kind, ref, created_at)
      select workspace_id, seq - ${arg("count")}::bigint + n, kind, ref, ${arg("now")}::bigint
      from clock, unnest(${arg("kinds")}::text[], ${arg("refs")}::text[]) with ordinality as change (kind, ref, n)
    )
    select seq, wanted from clock`,
  ),
)

/**
 * Numbers and stores changes. The clock's row stays locked until the commit, so numbers follow the commits without
 * gaps, unlike a PostgreSQL sequence. Runs last, and locks workspaces in the order of their ids against deadlocks.
 */
export async function recordChanges(cx: Inside, changes: readonly Change[]): Promise<Recorded[]> {
  const byWorkspace = Map.groupBy(changes, ({ workspaceId }) => workspaceId)
  const recorded: Recorded[] = []
  for (const [workspaceId, its] of [...byWorkspace].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { seq, wanted } = await (isPostgres(cx.db) ? recordTogether : recordInTurn)(cx, workspaceId, its)
    recorded.push({ workspaceId, first: seq - its.length + 1, last: seq, wanted })
  }
  return recorded
}

/** Records changes of one workspace, and returns its clock afterwards. */
async function recordTogether(cx: Inside, workspaceId: WorkspaceId, changes: readonly Change[]): Promise<Clock> {
  const kinds = changes.map(({ kind }) => kind)
  const refs = changes.map(({ ref = null }) => ref)
  const [clock] = await record(cx.db, { workspaceId, count: changes.length, kinds, refs, now: cx.now() })
  return { seq: Number(clock?.seq), wanted: clock?.wanted ?? null }
}

/** SQLite has no statement that writes two tables, and no network between two statements. */
async function recordInTurn(cx: Inside, workspaceId: WorkspaceId, changes: readonly Change[]): Promise<Clock> {
  const [clock] = await advance(cx.db, { workspaceId, by: changes.length })
  const last = Number(clock?.seq)
  const first = last - changes.length + 1
  for (const [at, { kind, ref = null }] of changes.entries()) {
    await insert(cx.db, { workspaceId, seq: first + at, kind, ref, now: cx.now() })
  }
  return { seq: last, wanted: clock?.wanted ?? null }
}

/**
 * Locks the workspace's clock until the transaction ends, and returns its number. No transaction of the workspace
 * stores an event meanwhile. Lock a webhook endpoint's row before, never after.
 */
export async function lockClock(cx: Inside, workspaceId: WorkspaceId): Promise<number> {
  const [clock] = await advance(cx.db, { workspaceId, by: 0 })
  return Number(clock?.seq)
}

/** Sets the types of events that endpoints of the workspace want. The caller has locked its clock. */
export async function setWanted(cx: Inside, workspaceId: WorkspaceId, wanted: string | null): Promise<void> {
  await cx.db.updateTable("workspace_clocks").set({ wanted }).where("workspace_id", "=", workspaceId).execute()
}
