import type { Inside } from "#access/context.ts"
import { erasures } from "#engines/jobs/domain-hooks.ts"
import { choosesRow, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { closeWorkspaces, listWorkspacesWithMembers } from "./erase-account-store.ts"

const ada = { id: "r1", email: "ada@example.com", name: "Ada" }
const workspaceId = rowKey.workspace_id

async function forgetAccount(cx: Inside, account: typeof ada): Promise<void> {
  for (const erase of erasures) await erase(cx, account)
}

const me = { workspace_id: workspaceId, account_id: "a1", created_at: now }
const studio = { id: "w1", slug: "studio", name: "Studio" }

choosesRow("an account's workspaces are those that it is a member of and that are not in the trash", {
  table: "workspaces",
  row: studio,
  unless: [{ id: "w2" }, { deleted_at: now }],
  beside: [["members", { role: "owner" }]],
  unlessBeside: [[["members", { account_id: "a2" }]]],
  gives: [{ ...studio, members: 1, otherOwners: 0 }],
  run: (cx) => listWorkspacesWithMembers(cx, "a1"),
})

choosesRow("another owner of an account's workspace is counted", {
  table: "members",
  row: { account_id: "a2", role: "owner" },
  unless: [{ workspace_id: "w2" }],
  beside: [["workspaces", studio]],
  otherwise: 0,
  gives: 1,
  run: async (cx) => {
    await cx.db
      .insertInto("members")
      .values({ ...me, role: "owner" })
      .execute()
    const [own] = await listWorkspacesWithMembers(cx, "a1")
    await cx.db.deleteFrom("members").where("account_id", "=", "a1").execute()
    return own?.otherOwners
  },
})

choosesRow("a workspace is closed alone", {
  table: "workspaces",
  row: studio,
  unless: [{ id: "w2" }],
  becomes: { deleted_at: now },
  run: (cx) => closeWorkspaces(cx, [workspaceId]),
})

for (const [table, row, others] of [
  ["members", { account_id: "r1" }, { account_id: "r2" }],
  ["notification_choices", { account_id: "r1" }, { account_id: "r2" }],
  ["sessions", { account_id: "r1" }, { account_id: "r2" }],
  ["passkeys", { account_id: "r1" }, { account_id: "r2" }],
  ["passkey_challenges", { asker: "r1" }, { asker: "r2" }],
  ["sign_ins", { email: "ada@example.com" }, { email: "eve@example.com" }],
  ["invitations", { email: "ada@example.com", invited_by: "r2" }, { email: "eve@example.com" }],
  ["invitations", { email: "eve@example.com", invited_by: "r1" }, { invited_by: "r2" }],
] as const)
  choosesRow(`an erased account loses its ${table} by ${Object.keys(row).join(" and ")}`, {
    table,
    row,
    unless: [others],
    becomes: null,
    run: (cx) => forgetAccount(cx, ada),
  })

choosesRow("an erased account loses its name and address", {
  table: "accounts",
  row: ada,
  unless: [{ id: "r2" }],
  becomes: { email: "r1@erased.invalid", name: null },
  run: (cx) => forgetAccount(cx, ada),
})

choosesRow("an erased account is hidden in the events of its joining", {
  table: "events",
  row: { seq: 1, nth: 0, type: "member.joined", subject: "r1", data: '{"email":"ada@example.com","name":"Ada"}' },
  unless: [{ type: "member.left" }, { subject: "r2" }],
  becomes: { data: '{"email":"r1@erased.invalid","name":null}' },
  run: (cx) => forgetAccount(cx, ada),
})

const words = '["Studio","Ada"]'
const hidden = '["Studio","A former member"]'

choosesRow("an erased account is hidden in notifications of its joining", {
  table: "notifications",
  row: { happening: "member_joined", thing: "r1", words, account_id: "a9" },
  unless: [{ happening: "member_left" }, { thing: "r2" }],
  becomes: { words: hidden },
  run: (cx) => forgetAccount(cx, ada),
})

choosesRow("an erased account is hidden in notifications of its connections", {
  table: "notifications",
  row: { happening: "app_connected", thing: "g1", words, account_id: "a9" },
  evenIf: [{ happening: "agent_wrote" }],
  unless: [{ happening: "member_joined" }, { thing: "g2" }],
  beside: [["grants", { id: "g1", account_id: "r1" }]],
  unlessBeside: [[["grants", { id: "g1", account_id: "r2" }]]],
  becomes: { words: hidden },
  run: (cx) => forgetAccount(cx, ada),
})
