import { dayMs } from "#kernel/time/units.ts"
import { choosesRow, firstPage, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { listOlderOfSameApp } from "../connected-apps/same-app-store.ts"
import { listWriteLines } from "../connected-apps/workspace-audit-store.ts"
import { findReachingGrant, listReachingGrants } from "../connected-apps/workspace-grant-store.ts"
import { decideRequest, findDecidedRequest, findOpenRequest } from "../consent/request-store.ts"
import { listWorkspaceChoices } from "../consent/workspace-choice-store.ts"
import { listAuditLines } from "./audit-store.ts"
import { findCode, useCode } from "./code-store.ts"
import { findAccessToken } from "./connection-lookup-store.ts"
import { deleteOldCodes, deleteOldGrants } from "./expired-store.ts"
import { findGrantFacts } from "./grant-facts-store.ts"
import {
  findListedGrant,
  findOwnGrant,
  type GrantRow,
  leaveOut,
  listLiveGrants,
  listOwnGrants,
  revokeGrant,
  revokeGrantsOf,
  touchGrant,
} from "./grant-row-store.ts"
import { findRefreshToken, rotateRefreshToken } from "./token-store.ts"

const workspaceId = rowKey.workspace_id
const grant = { client_id: "c1", redirect_uri: "https://app.example/back", default_workspace_id: "w1", created_at: now }
const studio = ["workspaces", { id: "w1", slug: "studio", name: "Studio" }] as const
const ada = ["accounts", { id: "a1", email: "ada@example.com", name: "Ada" }] as const

choosesRow("a connection ends once", {
  table: "grants",
  row: grant,
  unless: [{ id: "r2" }, { revoked_at: now - 1 }],
  becomes: { revoked_at: now, revoked_reason: "revoked" },
  run: async (cx) => void (await revokeGrant(cx, rowKey.id, "revoked")),
})

choosesRow("a connection is among the live ones", {
  table: "grants",
  row: grant,
  unless: [{ id: "r2" }, { revoked_at: now - 1 }],
  gives: new Set([rowKey.id]),
  run: (cx) => listLiveGrants(cx, [rowKey.id]),
})

choosesRow("all connections of a person end", {
  table: "grants",
  row: grant,
  evenIf: [{ workspace_id: "w1" }, { workspace_id: null }],
  unless: [{ account_id: "a2" }, { revoked_at: now - 1 }],
  becomes: { revoked_at: now, revoked_reason: "revoked" },
  run: (cx) => revokeGrantsOf(cx, { accountId: "a1" }, "revoked"),
})

choosesRow("a member's connections to one workspace end", {
  table: "grants",
  row: { ...grant, workspace_id: "w1" },
  unless: [{ account_id: "a2" }, { workspace_id: "w2" }, { workspace_id: null }, { revoked_at: now - 1 }],
  becomes: { revoked_at: now, revoked_reason: "no_longer_member" },
  run: (cx) => revokeGrantsOf(cx, { accountId: "a1", workspaceId }, "no_longer_member"),
})

choosesRow("a workspace is left out of a connection to every workspace, once", {
  table: "grants",
  row: { ...grant, workspace_id: null, left_out: " w3" },
  unless: [{ id: "r2" }, { workspace_id: "w1" }, { revoked_at: now }, { left_out: " w1 w3" }],
  becomes: { left_out: " w3 w1" },
  gives: true,
  run: (cx) => leaveOut(cx, rowKey.id, workspaceId),
})

choosesRow("a use of a connection is noted when the last is old", {
  table: "grants",
  row: { ...grant, last_used_at: now - 60 },
  evenIf: [{ last_used_at: null }],
  unless: [{ id: "r2" }, { last_used_at: now - 59 }],
  becomes: { last_used_at: now },
  run: (cx) => touchGrant(cx, rowKey.id, now - 60),
})

choosesRow("a person finds their own connection", {
  table: "grants",
  row: grant,
  unless: [{ id: "r2" }, { account_id: "a2" }],
  run: (cx) => findOwnGrant(cx, "a1", rowKey.id),
})

const taken = [studio, ["refresh_tokens", { grant_id: "r1", expires_at: now + 5 }]] as const

choosesRow("a person's list of connections has their own that were taken up", {
  table: "grants",
  row: grant,
  unless: [{ account_id: "a2" }, { revoked_at: now, revoked_reason: "unused" }],
  beside: taken,
  unlessBeside: [[studio], [studio, ["refresh_tokens", { grant_id: "r2" }]]],
  run: (cx) => listOwnGrants(cx, "a1", firstPage),
})

choosesRow("a person finds their own connection that was taken up", {
  table: "grants",
  row: grant,
  unless: [{ id: "r2" }, { account_id: "a2" }],
  beside: taken,
  unlessBeside: [[studio]],
  run: (cx) => findListedGrant(cx, "a1", rowKey.id),
})

choosesRow("a connection that ended, or is older than a refresh token lives, was taken up", {
  table: "grants",
  row: { ...grant, revoked_at: now },
  evenIf: [{ revoked_at: null, created_at: now - 30 * dayMs - 1 }],
  unless: [{ id: "r2" }, { revoked_at: null, created_at: now - 30 * dayMs }],
  beside: [studio],
  run: (cx) => findListedGrant(cx, "a1", rowKey.id),
})

choosesRow("a connection lives as long as its own newest token", {
  table: "refresh_tokens",
  row: { grant_id: "r1", expires_at: now + 5 },
  unless: [{ grant_id: "r2" }],
  beside: [studio, ["grants", { ...grant, revoked_at: now }]],
  gives: now + 5,
  otherwise: null,
  run: async (cx) => (await findListedGrant(cx, "a1", rowKey.id))?.live_until,
})

choosesRow("a code is found with its grant", {
  table: "authorization_codes",
  row: { hash: "h1", grant_id: "r1" },
  unless: [{ hash: "h2" }, { grant_id: "r2" }],
  beside: [["grants", grant]],
  run: (cx) => findCode(cx, "h1"),
})

choosesRow("a code is used once", {
  table: "authorization_codes",
  row: { hash: "h1", used_at: null },
  unless: [{ hash: "h2" }, { used_at: now - 1 }],
  becomes: { used_at: now },
  gives: true,
  run: (cx) => useCode(cx, "h1"),
})

choosesRow("a token is that of a grant that stands, or whose person has left the workspace", {
  table: "access_tokens",
  row: { hash: "h1", grant_id: "r1" },
  unless: [{ hash: "h2" }, { grant_id: "r2" }],
  beside: [["grants", grant]],
  unlessBeside: [[["grants", { ...grant, revoked_at: now, revoked_reason: "revoked" }]]],
  run: (cx) => findAccessToken(cx, "h1"),
})

choosesRow("a token of a person who has left the workspace is found", {
  table: "access_tokens",
  row: { hash: "h1", grant_id: "r1" },
  unless: [],
  beside: [["grants", { ...grant, revoked_at: now, revoked_reason: "no_longer_member" }]],
  run: (cx) => findAccessToken(cx, "h1"),
})

choosesRow("a code is deleted once it has been expired for a time", {
  table: "authorization_codes",
  row: { hash: "h1", expires_at: now - 60 },
  unless: [{ expires_at: now - 59 }],
  becomes: null,
  gives: 1,
  run: (cx) => deleteOldCodes(cx, now - 60, 10),
})

choosesRow("a grant ends when its code is deleted unused", {
  table: "grants",
  row: grant,
  unless: [{ id: "r2" }, { revoked_at: now - 1 }],
  beside: [["authorization_codes", { hash: "h1", grant_id: "r1", expires_at: now - 61 }]],
  unlessBeside: [[["authorization_codes", { hash: "h1", grant_id: "r1", expires_at: now - 61, used_at: now - 70 }]]],
  becomes: { revoked_at: now, revoked_reason: "unused" },
  run: (cx) => deleteOldCodes(cx, now - 60, 10),
})

choosesRow("a connection is deleted once it has expired and has no line in the record", {
  table: "grants",
  row: { ...grant, expires_at: now - 60 },
  unless: [{ expires_at: now - 59 }],
  beside: [["audit_entries", { id: "e1", grant_id: "r2" }]],
  unlessBeside: [[["audit_entries", { id: "e1", grant_id: "r1" }]]],
  becomes: null,
  gives: 1,
  otherwise: 0,
  run: (cx) => deleteOldGrants(cx, now - 60, 10),
})

choosesRow("facts of a connection are its own", {
  table: "grants",
  row: grant,
  unless: [{ id: "r2" }, { account_id: "a2" }],
  beside: [ada],
  run: (cx) => findGrantFacts(cx, rowKey.id),
})

choosesRow("a refresh token is found with its grant", {
  table: "refresh_tokens",
  row: { hash: "h1", grant_id: "r1" },
  unless: [{ hash: "h2" }, { grant_id: "r2" }],
  beside: [["grants", grant]],
  run: (cx) => findRefreshToken(cx, "h1"),
})

choosesRow("a refresh token is replaced once", {
  table: "refresh_tokens",
  row: { hash: "h1", rotated_at: null },
  unless: [{ hash: "h2" }, { rotated_at: now - 1 }],
  becomes: { rotated_at: now, successor_hash: "h9" },
  gives: true,
  run: (cx) => rotateRefreshToken(cx, "h1", "h9"),
})

const line = { grant_id: "r1", thing: "t1" }

choosesRow("the record of a connection is its own", {
  table: "audit_entries",
  row: line,
  unless: [{ grant_id: "r2" }],
  run: (cx) => listAuditLines(cx, { grantId: "r1", readerId: "a1" }, firstPage),
})

choosesRow("the record of a connection in one workspace has no lines of others", {
  table: "audit_entries",
  row: { ...line, workspace_id: "w1" },
  unless: [{ grant_id: "r2" }, { workspace_id: "w2" }, { workspace_id: null }],
  run: (cx) => listAuditLines(cx, { grantId: "r1", readerId: "a1", workspaceId }, firstPage),
})

for (const [table, name] of [
  ["short_links", { id: "t1", title: "Song" }],
  ["docs", { id: "t1", title: "Song" }],
] as const)
  choosesRow(`a thing of ${table} has its name in the record for members of its workspace`, {
    table,
    row: name,
    unless: [{ id: "t2" }, { workspace_id: "w2" }],
    beside: [
      ["audit_entries", { ...line, workspace_id: "w1" }],
      ["members", {}],
    ],
    unlessBeside: [
      [
        ["audit_entries", { ...line, workspace_id: "w1" }],
        ["members", { account_id: "a2" }],
      ],
      [
        ["audit_entries", { ...line, workspace_id: "w1" }],
        ["members", { workspace_id: "w2" }],
      ],
    ],
    otherwise: null,
    run: async (cx) => (await listAuditLines(cx, { grantId: "r1", readerId: "a1" }, firstPage))[0]?.thing_name,
  })

choosesRow("older connections of an app are those of the same person and client that stand", {
  table: "grants",
  row: { ...grant, created_at: now - 1 },
  unless: [
    { account_id: "a2" },
    { client_id: "c2" },
    { revoked_at: now },
    { created_at: now + 1 },
    { redirect_uri: "https://other.example/back" },
  ],
  run: (cx) => listOlderOfSameApp(cx, { ...grant, id: "r9", account_id: "a1", workspace_id: null } as GrantRow),
})

choosesRow("what agents wrote in a workspace names the things of their calls there", {
  table: "audit_entries",
  row: { ...line, workspace_id: "w1" },
  unless: [{ workspace_id: "w2" }, { thing: null }, { account_id: "a2" }, { grant_id: "r2" }],
  beside: [ada, ["grants", grant]],
  run: (cx) => listWriteLines(cx, { accountId: "a1", limit: 10 }),
})

const reaching = [...taken, ada, ["members", {}]] as const

choosesRow("connections reach a workspace when they are for it or for every workspace", {
  table: "grants",
  row: { ...grant, workspace_id: "w1" },
  evenIf: [{ workspace_id: null }, { workspace_id: null, left_out: " w3" }],
  unless: [{ account_id: "a2" }, { workspace_id: "w2" }, { workspace_id: null, left_out: " w1" }, { revoked_at: now }],
  beside: reaching,
  unlessBeside: [
    [...taken, ada, ["members", { workspace_id: "w2" }]],
    [studio, ada, ["members", {}], ["refresh_tokens", { grant_id: "r1", expires_at: now }]],
    [studio, ada, ["members", {}], ["refresh_tokens", { grant_id: "r2", expires_at: now + 5 }]],
  ],
  run: (cx) => listReachingGrants(cx, { accountId: "a1", ...firstPage }),
})

choosesRow("an admin finds a connection that reaches the workspace", {
  table: "grants",
  row: { ...grant, workspace_id: "w1" },
  unless: [{ id: "r2" }, { workspace_id: "w2" }],
  beside: reaching,
  run: (cx) => findReachingGrant(cx, rowKey.id),
})

const request = { decided_at: null, expires_at: now + 1, created_at: now + 60_000 }
const unlessOpen = [{ id: "r2" }, { decided_at: now - 1 }, { expires_at: now }, { created_at: now + 60_001 }]

choosesRow("a request for consent is open until it is decided or expires", {
  table: "authorization_requests",
  row: request,
  unless: unlessOpen,
  run: (cx) => findOpenRequest(cx, rowKey.id),
})

choosesRow("a request for consent is decided once", {
  table: "authorization_requests",
  row: request,
  unless: unlessOpen,
  becomes: { decided_at: now, expires_at: now + 86_400_000, grant_id: "g1" },
  run: (cx) => decideRequest(cx, { id: rowKey.id, grantId: "g1" }),
})

choosesRow("a decided request is found until it is swept", {
  table: "authorization_requests",
  row: { decided_at: now - 1, expires_at: now + 1 },
  unless: [{ id: "r2" }, { decided_at: null }, { expires_at: now }],
  run: (cx) => findDecidedRequest(cx, rowKey.id),
})

choosesRow("consent offers the person's own workspaces that are in use", {
  table: "members",
  row: {},
  unless: [{ account_id: "a2" }, { workspace_id: "w2" }],
  beside: [studio],
  unlessBeside: [[["workspaces", { id: "w1", suspended_at: now }]], [["workspaces", { id: "w1", deleted_at: now }]]],
  run: (cx) => listWorkspaceChoices(cx, "a1"),
})
