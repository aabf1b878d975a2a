import { perform } from "#access/perform.ts"
import { type Role, roleCovers, roles } from "#access/roles.ts"
import { getOwnWorkspace, listInvitations, listMembers } from "#domains/workspaces/index.ts"
import type { PageContent, Visit } from "../page.ts"
import type { MembersData } from "./data.ts"
import { inWorkspace } from "./in-workspace.ts"

/** Who belongs to a workspace, who is invited, and the forms to change that. */
export async function loadMembers(visit: Visit): Promise<PageContent<MembersData>> {
  const data = await membersData(visit)
  return {
    head: { title: `Members of ${data.workspace.name}` },
    data,
  }
}

async function membersData(visit: Visit): Promise<MembersData> {
  const { app, formToken, refusal } = visit
  const caller = inWorkspace(visit)
  const workspace = await perform({ app, caller }, getOwnWorkspace, {})
  const { items: members } = await perform({ app, caller }, listMembers, {})
  const mayManage = roleCovers(workspace.role, "admin")
  const { items: invitations } = mayManage ? await perform({ app, caller }, listInvitations, {}) : { items: [] }
  const path = `/${workspace.slug}/settings/members`
  return {
    workspace,
    members,
    invitations,
    manage: mayManage ? manageForms(path, workspace.role, visit) : null,
    leave: { action: `${path}/leave`, formToken },
    refusal,
  }
}

function manageForms(path: string, role: Role, { typed, formToken }: Visit): MembersData["manage"] {
  return {
    roles: roles.filter((given) => given !== "owner" || role === "owner"),
    invite: { action: `${path}/invite`, formToken, email: typed.email ?? "", role: typed.role ?? "member" },
    revoke: { action: `${path}/revoke-invitation`, formToken },
    changeRole: { action: `${path}/change-role`, formToken },
    remove: { action: `${path}/remove`, formToken },
  }
}
