import { choosesRow, elsewhere, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import {
  deleteInvitation,
  deleteInvitationsBy,
  findInvitation,
  isMemberEmail,
  listInvitationRows,
  takeInvitation,
  upsertInvitation,
} from "./invitation-store.ts"
import { countOwners, deleteMember, findRole, insertMember, listMemberRows, updateRole } from "./member-store.ts"

const workspaceId = rowKey.workspace_id
const invitation = { email: "eve@example.com", role: "member", invited_by: "a1", expires_at: now + 1, sent: 2 }
const ada = ["accounts", { id: "a1", email: "ada@example.com" }] as const
const studio = { id: "w1", slug: "studio" }

choosesRow("an address that is invited again has one invitation, with the new terms", {
  table: "invitations",
  row: invitation,
  unless: [],
  becomes: { role: "admin", expires_at: now + 9, sent: 3 },
  gives: rowKey.id,
  run: (cx) => upsertInvitation(cx, { email: "eve@example.com", role: "admin", expiresAt: now + 9 }),
})

choosesRow("an invitation is open until it expires or its workspace is in the trash", {
  table: "invitations",
  row: invitation,
  unless: [...elsewhere, { invited_by: "a2" }, { expires_at: now }],
  beside: [ada, ["workspaces", studio]],
  unlessBeside: [[ada, ["workspaces", { ...studio, deleted_at: now }]]],
  run: (cx) => findInvitation(cx, rowKey.id),
})

choosesRow("an invitation is used once, as the invited person has seen it", {
  table: "invitations",
  row: invitation,
  unless: [{ id: "r2" }, { invited_by: "a2" }],
  becomes: null,
  gives: "member",
  run: (cx) => takeInvitation(cx, rowKey.id, "a1"),
})

choosesRow("invitations that a member may no longer give end", {
  table: "invitations",
  row: invitation,
  unless: [{ workspace_id: "w2" }, { invited_by: "a2" }, { role: "viewer" }],
  becomes: null,
  run: (cx) => deleteInvitationsBy(cx, "a1", ["member", "admin"]),
})

choosesRow("a workspace lists its own open invitations", {
  table: "invitations",
  row: invitation,
  unless: [{ workspace_id: "w2" }, { expires_at: now }],
  run: listInvitationRows,
})

choosesRow("an invitation is revoked in its own workspace", {
  table: "invitations",
  row: invitation,
  unless: elsewhere,
  becomes: null,
  gives: true,
  run: (cx) => deleteInvitation(cx, rowKey.id),
})

const member = { role: "owner" }

choosesRow("an address belongs to a member of the workspace", {
  table: "members",
  row: member,
  unless: [{ workspace_id: "w2" }, { account_id: "a2" }],
  beside: [ada],
  unlessBeside: [[["accounts", { id: "a1", email: "eve@example.com" }]]],
  gives: true,
  run: (cx) => isMemberEmail(cx, "ada@example.com"),
})

choosesRow("a workspace lists its own members", {
  table: "members",
  row: member,
  unless: [{ workspace_id: "w2" }, { account_id: "a2" }],
  beside: [ada],
  run: listMemberRows,
})

choosesRow("a role is that of the person in the workspace", {
  table: "members",
  row: member,
  unless: [{ workspace_id: "w2" }, { account_id: "a2" }],
  gives: "owner",
  run: (cx) => findRole(cx, "a1"),
})

choosesRow("a workspace's owners are its own", {
  table: "members",
  row: member,
  unless: [{ workspace_id: "w2" }, { role: "admin" }],
  gives: 1,
  run: countOwners,
})

choosesRow("a role changes in the workspace alone", {
  table: "members",
  row: member,
  unless: [{ workspace_id: "w2" }, { account_id: "a2" }],
  becomes: { role: "viewer" },
  run: (cx) => updateRole(cx, "a1", "viewer"),
})

choosesRow("a member leaves the workspace alone", {
  table: "members",
  row: member,
  unless: [{ workspace_id: "w2" }, { account_id: "a2" }],
  becomes: null,
  run: (cx) => deleteMember(cx, "a1"),
})

choosesRow("a member who joins again keeps their role", {
  table: "members",
  row: member,
  unless: [],
  becomes: {},
  gives: false,
  run: (cx) => insertMember(cx, { workspaceId, accountId: "a1", role: "viewer" }),
})
