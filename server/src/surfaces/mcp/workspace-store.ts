import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { prepared } from "#storage/prepared.ts"

const ownBySlug = prepared<{ accountId: string; slug: string }, { id: WorkspaceId }>((db, arg) =>
  db
    .selectFrom("workspaces")
    .innerJoin("members", "members.workspace_id", "workspaces.id")
    .select("workspaces.id")
    .where("members.account_id", "=", arg("accountId"))
    .where("workspaces.slug", "=", arg("slug")),
)

/** The workspace of that slug among those that an account belongs to, deleted ones included. */
export async function findOwnWorkspaceId(
  cx: Reading,
  accountId: string,
  slug: string,
): Promise<WorkspaceId | undefined> {
  return (await ownBySlug(cx.db, { accountId, slug }))[0]?.id
}

/** Whose standing is asked for; of a connection for one workspace, `grantedAt` is when it was granted. */
interface Granted {
  readonly accountId: string
  readonly workspaceId: WorkspaceId
  readonly grantedAt: number | undefined
}

/** How a person stands to a workspace that they were let into once. Who came back after the grant is no member by it. */
export async function findStanding(
  cx: Reading,
  { accountId, workspaceId, grantedAt }: Granted,
): Promise<"member" | "no member" | "deleted"> {
  const workspace = await cx.db
    .selectFrom("workspaces")
    .leftJoin("members", (join) =>
      join.onRef("members.workspace_id", "=", "workspaces.id").on("members.account_id", "=", accountId),
    )
    .select(["workspaces.deleted_at", "members.created_at as joined_at"])
    .where("workspaces.id", "=", workspaceId)
    .executeTakeFirst()
  if (!workspace || workspace.deleted_at !== null) return "deleted"
  if (workspace.joined_at === null) return "no member"
  return grantedAt !== undefined && grantedAt < workspace.joined_at ? "no member" : "member"
}
