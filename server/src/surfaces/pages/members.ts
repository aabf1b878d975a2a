import { perform } from "#access/perform.ts"
import { type Role, roleCovers, roles } from "#access/roles.ts"
import { getOwnWorkspace, listInvitations, listMembers } from "#domains/workspaces/index.ts"
import { type Html, html } from "../transport/html.ts"
import { inWorkspace } from "./in-workspace.ts"
import type { PageContent, Visit } from "./page.ts"
import type { MembersData } from "./people-page-data.ts"
import { plainForm, plainRefusal } from "./plain-form.ts"

/** Who belongs to a workspace, who is invited, and the forms to change that. */
export async function loadMembers(visit: Visit): Promise<PageContent<"members">> {
  const data = await membersData(visit)
  const { workspace, members, manage, leave, refusal } = data
  const items = members.map(({ email, role }) => html`<li>${email}: ${role}</li>`)
  return {
    head: { title: `Members of ${workspace.name}` },
    data,
    plain: html`
      <h1>Members of ${workspace.name}</h1>
      ${plainRefusal(refusal)}
      <ul>${items}</ul>
      ${manage ? plainForm(manage.invite, inviteFields(manage), "Invite") : ""}
      ${plainForm(leave, html``, "Leave")}
    `,
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

function inviteFields({ invite, roles }: NonNullable<MembersData["manage"]>): Html {
  const options = roles.map((role) => html`<option>${role}</option>`)
  const email = html`<label>E-mail address <input type="email" name="email" value="${invite.email}" required></label>`
  const role = html`<label>Role <select name="role">${options}</select></label>`
  return html`${email}${role}`
}
