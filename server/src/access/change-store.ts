import type { ChangeKind } from "#contract/change-kinds.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { preparedWrite } from "#storage/prepared.ts"
import type { Inside } from "./context.ts"
import type { ChangeNumbers } from "./exchange.ts"

/** One thing that a transaction changes in a workspace; `ref` says which one, where that is of use. */
export interface Change {
  readonly workspaceId: WorkspaceId
  readonly kind: ChangeKind
  readonly ref?: string
}

/** The numbers that changes were given in a workspace, from the first to the last. */
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

/** So many rows go into one statement. */
const mostRows = 20

type Cells = { workspaceId: WorkspaceId; now: number } & Record<`seq${number}`, number> &
  Record<`kind${number}`, string> &
  Record<`ref${number}`, string | null>

const inserts = Array.from({ length: mostRows }, (_, index) => insertOf(index + 1))

/** An insert of `count` rows, compiled when it is first used. While the clock is locked each statement counts. */
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
 * Numbers changes and stores them. The row of a workspace's clock stays locked until the commit, so numbers have no
 * gaps and are in the order of the commits, which no sequence of PostgreSQL's promises; so this comes last in a
 * transaction, and takes several workspaces in the order of their ids.
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

/** Stores changes of one workspace under the numbers that begin with `first`. */
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
