import { dayMs } from "#kernel/time/units.ts"
import { choosesRow, elsewhere, choiceTime as now, rowKey } from "#test/support/databases/chosen-rows.ts"
import { hasDomain, isLinkHost } from "./domains/claimed-hostname-store.ts"
import {
  claimDueDomains,
  deleteDomain,
  failDomain,
  isAttachedElsewhere,
  listDomainRows,
  listHostnamesOf,
  noteDomainTaken,
  recordCheck,
  requestDomain,
  verifyDomain,
} from "./domains/domain-store.ts"
import { deleteLogo, findLogo, putLogo } from "./logo/logo-store.ts"
import { takeSites, writeSites } from "./sites/site-store.ts"
import { isSlugTaken, listHeldUntil, moveSlug } from "./slugs/slug-store.ts"
import { leaveShell, listOverdue, ownSteps, removeMemberRow } from "./trash/empty-store.ts"
import { findRoleIn, listTrashed, moveToTrash, takeFromTrash } from "./trash/trash-store.ts"
import { findWorkspaceNews } from "./workspace-news-store.ts"
import { countOwned, getAppearance, listWorkspacesOf, updateWorkspace } from "./workspace-store.ts"

const workspaceId = rowKey.workspace_id
const studio = { id: "w1", slug: "studio", name: "Studio" }
const ofStudio = ["workspaces", studio] as const
const ada = ["accounts", { id: "a1", email: "ada@example.com", name: "Ada" }] as const

choosesRow("a hostname is attached elsewhere when the person is no member of its workspace", {
  table: "directory",
  row: { kind: "hostname", key: "go.studio.com", workspace_id: "w2" },
  unless: [{ kind: "workspace" }, { key: "go.other.com" }, { workspace_id: "w1" }],
  beside: [["members", {}]],
  gives: true,
  run: (cx) => isAttachedElsewhere(cx, "go.studio.com", "a1"),
})

const domain = { hostname: "go.studio.com", verified_at: now - 9, check_due_at: now }
const asDomain = { ...rowKey, hostname: "go.studio.com" }

choosesRow("a workspace lists its own domains", {
  table: "domains",
  row: domain,
  unless: [{ workspace_id: "w2" }],
  run: listDomainRows,
})

choosesRow("a workspace has its own domains, also those that wait", {
  table: "domains",
  row: { ...domain, verified_at: null },
  unless: [{ workspace_id: "w2" }, { hostname: "go.other.com" }],
  gives: true,
  run: (cx) => hasDomain(cx, "go.studio.com"),
})

choosesRow("links are on a workspace's own domains, also those that wait", {
  table: "domains",
  row: { ...domain, verified_at: null },
  unless: [{ workspace_id: "w2" }, { hostname: "go.other.com" }],
  gives: true,
  run: (cx) => isLinkHost(cx, "go.studio.com"),
})

choosesRow("links are on the domain that is attached to any workspace", {
  table: "directory",
  row: { kind: "hostname", key: "go.studio.com", workspace_id: "w2" },
  evenIf: [{ workspace_id: "w1" }],
  unless: [{ kind: "workspace" }, { key: "go.other.com" }],
  gives: true,
  run: (cx) => isLinkHost(cx, "go.studio.com"),
})

choosesRow("the hostnames of a workspace are those of its domains", {
  table: "domains",
  row: domain,
  unless: [{ workspace_id: "w2" }],
  gives: [{ hostname: "go.studio.com", verified_at: now - 9 }],
  run: (cx) => listHostnamesOf(cx, workspaceId),
})

choosesRow("a workspace has one request for a hostname, and a repeated one begins the looks again", {
  table: "domains",
  row: { ...domain, polling_since: 5, check_due_at: null },
  unless: [],
  becomes: { polling_since: now, check_due_at: now + 60_000 },
  run: (cx) => requestDomain(cx, "go.studio.com"),
})

const elsewhereFound = { lead: { leads: "elsewhere", addresses: [] }, ownership: [], cname: [], claim: [] } as const
const unclaimed = { ...rowKey, claimed_at: null, leads_at: null, verified_at: null }

choosesRow("the result of a check is noted on its domain", {
  table: "domains",
  row: { ...domain, checks_unanswered: 3 },
  unless: elsewhere,
  becomes: {
    ...{ checked_at: now, checks_unanswered: 0, check_due_at: now + dayMs, found: JSON.stringify(elsewhereFound) },
    ...{ claimed_at: now, leads_at: null },
  },
  run: (cx) => recordCheck(cx, unclaimed, { found: elsewhereFound, isClaimed: true, dueAt: now + dayMs }),
})

choosesRow("a domain is noted as taken while another workspace has its hostname", {
  table: "directory",
  row: { kind: "hostname", key: "go.studio.com", workspace_id: "w2" },
  unless: [{ key: "go.other.com" }, { workspace_id: "w1" }, { kind: "workspace" }],
  beside: [["domains", domain]],
  gives: true,
  otherwise: false,
  run: (cx) => noteDomainTaken(cx, { ...asDomain, taken_at: null }),
})

choosesRow("a domain is verified once, and fails no more", {
  table: "domains",
  row: { ...domain, verified_at: null, failing_since: now - 9, taken_at: now - 9 },
  unless: [],
  becomes: { verified_at: now, failing_since: null, taken_at: null },
  gives: true,
  run: (cx) => verifyDomain(cx, asDomain),
})

choosesRow("another workspace's domain is not verified", {
  table: "domains",
  row: { ...domain, verified_at: null },
  unless: elsewhere,
  becomes: { verified_at: now },
  run: (cx) => verifyDomain(cx, asDomain),
})

choosesRow("a domain keeps the time at which it was verified first", {
  table: "domains",
  row: domain,
  unless: [],
  becomes: {},
  run: (cx) => verifyDomain(cx, asDomain),
})

choosesRow("a hostname of another workspace is not verified", {
  table: "directory",
  row: { kind: "hostname", key: "go.studio.com", workspace_id: "w2" },
  unless: [{ key: "go.other.com" }],
  beside: [["domains", domain]],
  gives: false,
  otherwise: true,
  becomes: {},
  run: async (cx) => {
    const isVerified = await verifyDomain(cx, asDomain)
    await cx.db.deleteFrom("directory").where("workspace_id", "=", workspaceId).execute()
    return isVerified
  },
})

choosesRow("a workspace removes its own domain", {
  table: "domains",
  row: domain,
  unless: elsewhere,
  becomes: null,
  run: (cx) => deleteDomain(cx, rowKey.id),
})

choosesRow("a removed domain frees its hostname", {
  table: "directory",
  row: { kind: "hostname", key: "go.studio.com" },
  unless: [{ workspace_id: "w2" }, { key: "go.other.com" }],
  beside: [["domains", domain]],
  becomes: null,
  run: async (cx) => void (await deleteDomain(cx, rowKey.id)),
})

choosesRow("a verified domain is checked when that is due", {
  table: "domains",
  row: { ...domain, checks_unanswered: 1 },
  unless: [{ check_due_at: now + 1 }, { check_due_at: null }],
  becomes: { checked_at: now, check_due_at: now + 60 * 60_000, checks_unanswered: 2 },
  run: (cx) => claimDueDomains(cx, 10),
})

choosesRow("a domain that waits is checked while its workspace is in use", {
  table: "domains",
  row: { ...domain, verified_at: null },
  unless: [{ workspace_id: "w2" }],
  beside: [ofStudio],
  unlessBeside: [[["workspaces", { ...studio, suspended_at: 1 }]], [["workspaces", { ...studio, deleted_at: 1 }]]],
  becomes: { checked_at: now, check_due_at: now + 10 * 60_000, checks_unanswered: 1 },
  run: (cx) => claimDueDomains(cx, 10),
})

choosesRow("a verified domain whose records are missing begins to fail", {
  table: "domains",
  row: domain,
  unless: [{ id: "r2" }, { verified_at: null }],
  becomes: { failing_since: now },
  gives: "failing",
  run: (cx) => failDomain(cx, asDomain, now - 60),
})

choosesRow("a domain is detached once its records have been missing for a time", {
  table: "domains",
  row: { ...domain, failing_since: now - 60 },
  unless: [{ id: "r2" }, { failing_since: now - 59 }],
  becomes: { verified_at: null, failing_since: null, polling_since: now, check_due_at: now + 60_000 },
  gives: "detached",
  run: (cx) => failDomain(cx, asDomain, now - 60),
})

choosesRow("a workspace is emptied a time after it was put in the trash, once", {
  table: "workspaces",
  row: { ...studio, deleted_at: now - 60 },
  unless: [{ deleted_at: now - 59 }, { deleted_at: null }, { emptied_at: now }],
  gives: ["w1"],
  run: (cx) => listOverdue(cx, now - 60, 10),
})

for (const table of ["invitations", "domains"] as const)
  choosesRow(`${table} of an emptied workspace are deleted alone`, {
    table,
    row: {},
    unless: [{ workspace_id: "w2" }],
    becomes: null,
    run: async (cx) => {
      for (const step of ownSteps) await step(cx, workspaceId, 10)
    },
  })

choosesRow("members of an emptied workspace leave it alone", {
  table: "members",
  row: {},
  unless: [{ workspace_id: "w2" }, { account_id: "a2" }],
  becomes: null,
  run: (cx) => removeMemberRow(cx, workspaceId, "a1"),
})

choosesRow("the logo of an emptied workspace is deleted alone", {
  table: "logos",
  row: {},
  unless: [{ workspace_id: "w2" }],
  becomes: null,
  run: (cx) => leaveShell(cx, workspaceId),
})

choosesRow("an emptied workspace leaves a row without its names", {
  table: "workspaces",
  row: { ...studio, contact: "ada@example.com", logo_key: "logo_1" },
  unless: [{ id: "w2" }],
  becomes: { slug: "w1", name: "A deleted workspace", contact: null, logo_key: null, emptied_at: now },
  run: (cx) => leaveShell(cx, workspaceId),
})

choosesRow("a workspace is put in the trash once", {
  table: "workspaces",
  row: studio,
  unless: [{ id: "w2" }, { deleted_at: now - 1 }],
  becomes: { deleted_at: now },
  gives: true,
  run: moveToTrash,
})

choosesRow("a workspace is taken from the trash for a time", {
  table: "workspaces",
  row: { ...studio, deleted_at: now - 59 },
  unless: [{ id: "w2" }, { deleted_at: now - 60 }, { deleted_at: null }],
  becomes: { deleted_at: null },
  gives: true,
  run: (cx) => takeFromTrash(cx, workspaceId, now - 60),
})

choosesRow("a person's workspaces in the trash are those that can be taken from it", {
  table: "members",
  row: { role: "viewer" },
  unless: [{ account_id: "a2" }, { workspace_id: "w2" }],
  beside: [["workspaces", { ...studio, deleted_at: now - 59 }]],
  unlessBeside: [[["workspaces", { ...studio, deleted_at: now - 60 }]], [ofStudio]],
  run: (cx) => listTrashed(cx, now - 60),
})

choosesRow("a role in a workspace is found by its slug", {
  table: "members",
  row: { role: "owner" },
  unless: [{ account_id: "a2" }, { workspace_id: "w2" }],
  beside: [ofStudio],
  unlessBeside: [[["workspaces", { ...studio, slug: "other" }]]],
  run: (cx) => findRoleIn(cx, "a1", "studio"),
})

choosesRow("a slug is taken until it is free again", {
  table: "directory",
  row: { kind: "workspace", key: "studio", ends_at: now + 1 },
  unless: [{ kind: "hostname" }, { key: "other" }, { ends_at: now }],
  gives: true,
  run: (cx) => isSlugTaken(cx, "studio"),
})

choosesRow("held slugs of a workspace are its own until their end", {
  table: "directory",
  row: { kind: "workspace", key: "old", ends_at: now + 1 },
  unless: [{ workspace_id: "w2" }, { kind: "hostname" }, { ends_at: now }, { ends_at: null }],
  gives: [now + 1],
  run: listHeldUntil,
})

choosesRow("a workspace's slug changes once", {
  table: "workspaces",
  row: studio,
  unless: [{ id: "w2" }, { slug: "other" }],
  becomes: { slug: "new" },
  gives: true,
  run: (cx) => moveSlug(cx, { from: "studio", to: "new" }),
})

choosesRow("a workspace's sites are its own", {
  table: "workspaces",
  row: { ...studio, sites: '["https://a.example"]' },
  unless: [{ id: "w2" }],
  gives: ["https://a.example"],
  run: takeSites,
})

choosesRow("a workspace's sites change alone", {
  table: "workspaces",
  row: studio,
  unless: [{ id: "w2" }],
  becomes: { sites: '["https://a.example"]' },
  otherwise: { sites: ["https://a.example"] },
  run: (cx) => writeSites(cx, ["https://a.example"]),
})

choosesRow("a logo is put on its own workspace", {
  table: "workspaces",
  row: studio,
  unless: [{ id: "w2" }],
  becomes: { logo_key: "logo_2" },
  run: (cx) => putLogo(cx, { key: "logo_2", png: new Uint8Array([1]) }),
})

choosesRow("a logo is removed from its own workspace", {
  table: "workspaces",
  row: { ...studio, logo_key: "logo_1" },
  unless: [{ id: "w2" }],
  becomes: { logo_key: null },
  run: deleteLogo,
})

choosesRow("a removed logo's bytes are deleted", {
  table: "logos",
  row: { key: "logo_1" },
  unless: [{ workspace_id: "w2" }],
  becomes: null,
  run: deleteLogo,
})

choosesRow("a logo is shown unless its workspace is suspended", {
  table: "logos",
  row: { key: "logo_1", png: "AQ==" },
  unless: [{ key: "logo_2" }, { workspace_id: "w2" }],
  beside: [["workspaces", { ...studio, deleted_at: now }]],
  unlessBeside: [[["workspaces", { ...studio, suspended_at: now }]]],
  gives: Buffer.from([1]),
  run: (cx) => findLogo(cx, "logo_1"),
})

choosesRow("news of a workspace are for its owners and the person who acted", {
  table: "members",
  row: { role: "owner", account_id: "a2" },
  evenIf: [{ role: "viewer", account_id: "a1" }],
  unless: [{ role: "admin" }, { workspace_id: "w2" }],
  beside: [ofStudio, ada, ["accounts", { id: "a2", email: "eve@example.com" }]],
  run: (cx) => findWorkspaceNews(cx, workspaceId, "a1"),
})

const withEve = [ofStudio, ada, ["accounts", { id: "a2", email: "eve@example.com" }]] as const

choosesRow("the news of a workspace call the person who acted a former member once they have left", {
  table: "members",
  row: { role: "owner", account_id: "a2" },
  unless: [],
  beside: withEve,
  unlessBeside: [[...withEve, ["members", { role: "owner" }]]],
  gives: true,
  otherwise: false,
  run: async (cx) => (await findWorkspaceNews(cx, workspaceId, "a1"))?.by === "A former member",
})

choosesRow("owned workspaces of a person are counted, also in the trash", {
  table: "members",
  row: { role: "owner" },
  unless: [{ account_id: "a2" }, { role: "admin" }],
  gives: 1,
  run: (cx) => countOwned(cx, "a1"),
})

choosesRow("a workspace's name changes alone", {
  table: "workspaces",
  row: studio,
  unless: [{ id: "w2" }],
  becomes: { name: "New", contact: null },
  run: (cx) => updateWorkspace(cx, { name: "New" }),
})

choosesRow("a workspace's appearance is its own", {
  table: "workspaces",
  row: studio,
  unless: [{ id: "w2" }],
  run: getAppearance,
})

const before = { at: now, id: "w5" }
const listing = { accountId: "a1", grantId: "", before, limit: 10 }
const member = { role: "owner", created_at: now - 1 }

choosesRow("a person's workspaces are those outside the trash, after a place", {
  table: "members",
  row: member,
  evenIf: [{ created_at: now }],
  unless: [{ account_id: "a2" }, { workspace_id: "w2" }, { created_at: now + 1 }],
  beside: [["workspaces", { ...studio, suspended_at: now }]],
  unlessBeside: [[["workspaces", { ...studio, deleted_at: now }]]],
  run: (cx) => listWorkspacesOf(cx, listing),
})

choosesRow("a page of workspaces begins after the last one of the page before", {
  table: "members",
  row: { ...member, created_at: now },
  unless: [],
  beside: [ofStudio],
  run: (cx) => listWorkspacesOf(cx, listing),
})

for (const [title, grant] of [
  ["every workspace", { workspace_id: null, left_out: " w3" }],
  ["the workspace", { workspace_id: "w1" }],
] as const)
  choosesRow(`a connection to ${title} sees it unless it is suspended`, {
    table: "members",
    row: member,
    unless: [{ account_id: "a2" }],
    beside: [ofStudio, ["grants", { id: "g1", ...grant }]],
    unlessBeside: [
      [
        ["workspaces", { ...studio, suspended_at: now }],
        ["grants", { id: "g1", ...grant }],
      ],
      [ofStudio, ["grants", { id: "g1", workspace_id: null, left_out: " w1" }]],
      [ofStudio, ["grants", { id: "g1", workspace_id: "w3" }]],
    ],
    run: (cx) => listWorkspacesOf(cx, { ...listing, grantId: "g1" }),
  })
