import assert from "node:assert/strict"
import { test } from "node:test"
import { folderOf, foreignUses } from "./table-uses.ts"

interface Listed {
  readonly why: string
  /** The tables, each with the number of files that use it. */
  readonly [table: string]: number | string
}

/** Reads of a table by another folder than its owner's, for one query instead of two. The list may only get shorter. */
const readsOfOthers: Readonly<Record<string, Listed>> = {
  access: { why: "it decides who may act", ...{ grants: 1, members: 1, sessions: 1, workspaces: 2 } },
  "domains/accounts": { why: "an invited address may sign up", invitations: 1 },
  "domains/assistant": { why: "names of people beside their entries", accounts: 3 },
  "domains/connections": {
    why: "names of people, workspaces and things in the record of calls",
    ...{ accounts: 3, docs: 1, members: 3, short_links: 1, workspaces: 3 },
  },
  "domains/docs": {
    why: "names of writers, and the state of the workspace of a public doc",
    accounts: 2,
    workspaces: 1,
  },
  "domains/drive": { why: "names beside links", accounts: 2, workspaces: 1 },
  "domains/handover": {
    why: "a look-up, a checkout and a delivery are one query each",
    ...{ accounts: 3, files: 2, listed_offers: 2, mails: 1, members: 3, seller_pages: 1, workspaces: 7 },
  },
  "domains/links": { why: "a redirect is one query", workspaces: 1 },
  "domains/live": { why: "the standing of many sockets is one query", ...{ members: 1, sessions: 1, workspaces: 1 } },
  "domains/notifications": {
    why: "who gets a notification, with names",
    ...{ accounts: 2, members: 4, sessions: 1, workspaces: 3 },
  },
  "domains/operators": {
    why: "what an operator sees and reports name",
    ...{ accounts: 1, members: 2, offers: 2, short_links: 2, unclear_money: 1, workspaces: 4 },
  },
  "domains/overview": {
    why: "titles of the latest things of several domains",
    ...{ docs: 2, files: 1, folders: 1, offers: 1, short_links: 2 },
  },
  "domains/seller-pages": {
    why: "a page with its offers is one query",
    ...{ offers: 2, short_links: 1, workspaces: 2 },
  },
  "domains/team-time": { why: "names and members of a week", ...{ accounts: 2, members: 1, workspaces: 1 } },
  "domains/tool-servers": { why: "names beside servers", accounts: 1, workspaces: 2 },
  "domains/webhooks": {
    why: "names beside deliveries, and endpoints of workspaces that are in use",
    ...{ accounts: 1, workspace_clocks: 1, workspaces: 3 },
  },
  "domains/workspaces": { why: "names of members", ...{ accounts: 4, grants: 1 } },
}

const uses = foreignUses()

function reads(): Record<string, Record<string, number>> {
  const ofFolders = Object.groupBy(uses, ({ file }) => folderOf(file))
  return Object.fromEntries(
    Object.entries(ofFolders).map(([folder, its = []]) => {
      const ofTables = Object.entries(Object.groupBy(its, ({ table }) => table))
      return [folder, Object.fromEntries(ofTables.map(([table, same = []]) => [table, same.length]))]
    }),
  )
}

const withoutReasons = (rows: Readonly<Record<string, Listed>>) =>
  Object.fromEntries(Object.entries(rows).map(([folder, { why: _, ...tables }]) => [folder, tables]))

test("only its owner writes a table", () => {
  assert.deepEqual(
    uses.filter(({ isWrite }) => isWrite),
    [],
  )
})

test("only its owner reads a table, except where the list says why", () => {
  assert.deepEqual(reads(), withoutReasons(readsOfOthers))
})
