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

/**
 * How often the permissions of a workspace's assistant were narrowed; undefined before `beginPermits`. Read before they
 * are, so that a narrowing in between is noticed.
 */
export async function readPermits(cx: Reading, workspaceId: WorkspaceId): Promise<number | undefined> {
  return (await findEpoch(cx.db, { workspaceId }))[0]?.epoch
}

/** The same inside a write's transaction: whatever narrows them waits until it has ended. */
export async function holdPermits(cx: Inside, workspaceId: WorkspaceId): Promise<number | undefined> {
  return (await lockEpoch(cx.db, { workspaceId }))[0]?.epoch
}

/** Makes the row that writes hold, where there is none yet. */
export async function beginPermits(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  await cx.db
    .insertInto("assistant_permits")
    .values({ workspace_id: workspaceId, epoch: 0 })
    .onConflict((conflict) => conflict.column("workspace_id").doNothing())
    .execute()
}

/**
 * Says that the present transaction narrows what the assistant of a workspace may do: a permission, a tool server, a
 * wish. Once it has committed, no write that was allowed before commits any more.
 */
export async function narrowPermits(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  await cx.db
    .insertInto("assistant_permits")
    .values({ workspace_id: workspaceId, epoch: 1 })
    .onConflict((conflict) =>
      conflict.column("workspace_id").doUpdateSet((row) => ({ epoch: row("assistant_permits.epoch", "+", 1) })),
    )
    .execute()
}
