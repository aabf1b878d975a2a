import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isPostgres, prepared } from "#storage/prepared.ts"
import type { Inside, Reading } from "./context.ts"

const epochOf = (isLocked: boolean) =>
  prepared<{ workspaceId: WorkspaceId }, { epoch: number }>((db, arg) =>
    db
      .selectFrom("assistant_permits")
      .select("epoch")
      .where("workspace_id", "=", arg("workspaceId"))
      .$if(isLocked && isPostgres(db), (query) => query.forShare()),
  )
const findEpoch = epochOf(false)
const lockEpoch = epochOf(true)

/** How often permissions were narrowed; undefined before `beginPermits`. Read it before them, to notice a narrowing. */
export async function readPermits(cx: Reading, workspaceId: WorkspaceId): Promise<number | undefined> {
  return (await findEpoch(cx.db, { workspaceId }))[0]?.epoch
}

/** Reads and locks the epoch inside a write's transaction: narrowing waits until the transaction ends. */
export async function lockPermits(cx: Inside, workspaceId: WorkspaceId): Promise<number | undefined> {
  return (await lockEpoch(cx.db, { workspaceId }))[0]?.epoch
}

/** Creates the row that `lockPermits` locks, unless it exists. */
export async function beginPermits(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  await cx.db
    .insertInto("assistant_permits")
    .values({ workspace_id: workspaceId, epoch: 0 })
    .onConflict((conflict) => conflict.column("workspace_id").doNothing())
    .execute()
}

/** Narrows the assistant's permissions. After its commit, no write commits that was allowed before. */
export async function narrowPermits(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  await cx.db
    .insertInto("assistant_permits")
    .values({ workspace_id: workspaceId, epoch: 1 })
    .onConflict((conflict) =>
      conflict.column("workspace_id").doUpdateSet((row) => ({ epoch: row("assistant_permits.epoch", "+", 1) })),
    )
    .execute()
}
