import assert from "node:assert/strict"
import { test } from "node:test"
import { foreignUses } from "./table-uses.ts"

/**
 * Reads of a table by another folder than its owner's, by their reason: each file with the tables. The list may only
 * get shorter. A query that joins people, members or workspaces takes the owner's subquery (`people`, `members`,
 * `workspacesInUse`, `everyWorkspace`), which both databases flatten.
 */
const readsOfOthers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "It decides who may act, for all domains.": {
    "access/grant-store.ts": "grants",
    "access/membership-store.ts": "members workspaces",
    "access/session-lock-store.ts": "sessions",
    "access/workspace-store.ts": "workspaces",
  },
  "Buyers and visitors wait for it, so it is one prepared query.": {
    "domains/docs/sharing/public-doc-store.ts": "workspaces",
    "domains/handover/offers/offer-cover-store.ts": "workspaces",
    "domains/handover/offers/offer-file-store.ts": "files",
    "domains/handover/offers/offer-lookup-store.ts": "files members workspaces",
    "domains/handover/offers/offer-terms-store.ts": "listed_offers seller_pages workspaces",
    "domains/links/clicks/follow-store.ts": "workspaces",
  },
  "So is a delivery; and receipts are mailed again, unless a mail server refused them.": {
    "domains/handover/deliveries/delivery-store.ts": "mails workspaces",
  },
  "A seller's page with its offers and links is one query.": {
    "domains/handover/listings/listed-offers-store.ts": "listed_offers",
    "domains/seller-pages/listed-offer-store.ts": "offers",
    "domains/seller-pages/seller-page-store.ts": "short_links workspaces",
    "domains/seller-pages/sitemap-store.ts": "offers",
  },
  "Names of things stand beside what was done to them.": {
    "domains/connections/tokens/audit-store.ts": "docs short_links",
    "domains/overview/thing-store.ts": "docs short_links",
    "domains/overview/title-store.ts": "docs files folders offers short_links",
  },
  "Operators see all workspaces, and reports name their subjects.": {
    "domains/operators/overview-store.ts": "unclear_money workspaces",
    "domains/operators/reports/found-at-store.ts": "offers short_links",
    "domains/operators/subject-store.ts": "offers short_links",
    "domains/operators/suspensions/every-workspace-store.ts": "members workspaces",
  },
  "It ends with a session, and many sockets are checked in one query.": {
    "domains/live/standing-store.ts": "sessions",
    "domains/notifications/push/subscription-store.ts": "sessions",
  },
  "Work begins only for workspaces in use; a claim and a sweep check that in their own statement.": {
    "domains/webhooks/deliveries/due-store.ts": "workspaces",
    "domains/webhooks/deliveries/sweep-webhooks-store.ts": "workspace_clocks workspaces",
  },
  "It locks the workspace's row, so that servers are attached one by one.": {
    "domains/tool-servers/servers/server-store.ts": "workspaces",
  },
  "An invited address may sign up.": { "domains/accounts/account-store.ts": "invitations" },
  "A connection lists the workspaces that it reaches.": { "domains/workspaces/workspace-store.ts": "grants" },
}

const uses = foreignUses()

function reads(): Record<string, string> {
  const ofFiles = Object.entries(Object.groupBy(uses, ({ file }) => file))
  return Object.fromEntries(
    ofFiles.map(([file, its = []]) => [
      file,
      its
        .map(({ table }) => table)
        .sort()
        .join(" "),
    ]),
  )
}

test("only its owner writes a table", () => {
  assert.deepEqual(
    uses.filter(({ isWrite }) => isWrite),
    [],
  )
})

test("only its owner reads a table, except where the list says why", () => {
  assert.deepEqual(reads(), Object.assign({}, ...Object.values(readsOfOthers)))
})
