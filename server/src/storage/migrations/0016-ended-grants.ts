import { type Kysely, sql } from "kysely"
import { required } from "./columns.ts"

/**
 * Which workspaces a grant for every one does not reach (any more). Ends what rested on a membership or a role that is
 * gone: grants for one workspace, and invitations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("grants")
    .addColumn("left_out", "text", (column) => required(column).defaultTo(""))
    .execute()
  await sql`update grants set revoked_at = ${Date.now()}, revoked_reason = 'no_longer_member'
    where revoked_at is null and workspace_id is not null and not exists (
      select 1 from members where members.workspace_id = grants.workspace_id
        and members.account_id = grants.account_id and members.created_at <= grants.created_at)`.execute(db)
  await sql`delete from invitations where not exists (
    select 1 from members where members.workspace_id = invitations.workspace_id
      and members.account_id = invitations.invited_by
      and (members.role = 'owner' or (members.role = 'admin' and invitations.role <> 'owner')))`.execute(db)
}
