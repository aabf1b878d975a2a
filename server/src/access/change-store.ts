import type { ChangeKind } from "#contract/change-kinds.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { preparedWrite } from "#storage/prepared.ts"
import type { Inside } from "./context.ts"
import type { ChangeNumbers } from "./exchange.ts"

/** A change by a transaction. `ref` names the changed thing where pages use it. */
export interface Change {
  readonly workspaceId: WorkspaceId
  readonly kind: ChangeKind
  readonly ref?: string
}

export interface Recorded extends ChangeNumbers {
  readonly workspaceId: WorkspaceId
}

const advance = preparedWrite<{ workspaceId: WorkspaceId; by: number }, { seq: number }>((db, arg) =>
  db
    .insertInto("workspace_clocks")
    .values({ workspace_id: arg("workspaceId"), seq: arg("by") })
    .onConflict((row) =>
      row.column("workspace_id").doUpdateSet(({ ref, eb }) => ({
        seq: eb(ref("workspace_clocks.seq"), "+", ref("excluded.seq")),
      })),
    )
    .returning("seq"),
)

const mostRows = 20

type Cells = { workspaceId: WorkspaceId; now: number } & Record<`seq${number}`, number> &
  Record<`kind${number}`, string> &
  Record<`ref${number}`, string | null>

const inserts = Array.from({ length: mostRows }, (_, index) => insertOf(index + 1))

/** An insert of `count` rows, compiled on its first use. Few statements keep the clock's lock short. */
function insertOf(count: number) {
  return preparedWrite<Cells, object>((db, arg) =>
    db.insertInto("changes").values(
      Array.from({ length: count }, (_, n) => ({
        workspace_id: arg("workspaceId"),
        seq: arg(`seq${n}`),
        kind: arg(`kind${n}`),
        ref: arg(`ref${n}`),
        created_at: arg("now"),
      })),
    ),
  )
}

/**
 * Numbers and stores changes. The clock's row stays locked until the commit, so numbers follow the commits without
 * gaps, unlike a PostgreSQL sequence. Runs last, and locks workspaces in the order of their ids against deadlocks.
 */
export async function recordChanges(cx: Inside, changes: readonly Change[]): Promise<Recorded[]> {
  const byWorkspace = Map.groupBy(changes, ({ workspaceId }) => workspaceId)
  const recorded: Recorded[] = []
  for (const [workspaceId, its] of [...byWorkspace].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const [clock] = await advance(cx.db, { workspaceId, by: its.length })
    const last = Number(clock?.seq)
    const first = last - its.length + 1
    await insertChanges(cx, its, first)
    recorded.push({ workspaceId, first, last })
  }
  return recorded
}

async function insertChanges(cx: Inside, changes: readonly Change[], first: number): Promise<void> {
  for (let at = 0; at < changes.length; at += mostRows) {
    const some = changes.slice(at, at + mostRows)
    const cells = some.flatMap(({ kind, ref = null }, n) => [
      [`seq${n}`, first + at + n],
      [`kind${n}`, kind],
      [`ref${n}`, ref],
    ])
    const { workspaceId } = some[0] as Change
    await inserts[some.length - 1]?.(cx.db, { ...Object.fromEntries(cells), workspaceId, now: cx.now() })
  }
}
