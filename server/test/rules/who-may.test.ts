import assert from "node:assert/strict"
import { test } from "node:test"
import type { Action, WorkspaceAction } from "#access/action.ts"
import { perform } from "#access/perform.ts"
import { roles } from "#access/roles.ts"
import { type Scope, scopes } from "#access/scopes.ts"
import { newId } from "#kernel/ids.ts"
import { consoleActions } from "#surfaces/console/console-actions.ts"
import { world } from "../support/worlds/world.ts"

/** The weakest role that may call each action of the console in a workspace. The admins' are all others. */
const weakest = {
  viewer: `ask-assistant choose-tool decide-calls delete-conversation get-assistant-settings get-call-answer
    get-conversation list-conversations rename-conversation retry-run show-branch stop-run take-file-out
    browse-docs export-doc get-doc get-doc-link get-doc-version list-doc-versions list-trashed-docs resolve-links
    search-doc-text search-docs star-doc unstar-doc download-file get-file get-storage list-drive-trash list-folder
    preview-file search-drive-files get-own-offer list-offers get-selling browse-links count-links get-link
    get-link-stats list-former-slugs list-link-tags list-links leave-workspace list-members get-team-time
    get-team-week get-working-hours remove-date-override set-date-override set-working-hours get-overview
    get-own-workspace get-channel list-streamelements-commands end-older-workspace-connections
    end-workspace-connection list-workspace-audit-entries list-workspace-connections`,
  member: `undo-calls list-tool-servers sign-in-to-tool-server sign-out-of-tool-server create-doc import-doc
    publish-doc rename-doc restore-doc restore-doc-version set-doc-listing trash-doc unpublish-doc create-folder
    edit-file edit-folder make-folders restore-file restore-folder trash-file trash-folder create-share-link
    create-upload-link list-share-links list-upload-links revoke-share-link revoke-upload-link add-offer-file
    archive-offer create-offer edit-offer order-offer-files pause-offer publish-offer remove-offer-cover
    remove-offer-file resume-offer set-offer-cover get-purchase get-revenue list-purchases correct-buyer-email note-on-purchase
    resend-receipt search-buyers create-tagged-link delete-links edit-link-and-slug end-former-slug expire-links
    find-trashed-link import-links list-link-imports pass-query-of-links undo-link-import
    restore-link restore-links tag-links trash-link trash-links untag-links list-domains set-stream-plan`,
  owner: "set-assistant hand-over-workspace change-slug trash-workspace",
}

/** What a connection may call, too, with the scope that it needs. */
const ofConnections: Record<string, Scope> = {
  "search-docs": "docs:read",
  "create-doc": "docs:write",
  "search-drive-files": "drive:read",
  "create-upload-link": "drive:write",
  "get-link": "links:read",
  "list-links": "links:read",
  "get-team-time": "workspace:read",
  "list-streamelements-commands": "workspace:read",
  "set-stream-plan": "workspace:read",
}

const roleOf = new Map(
  Object.entries(weakest).flatMap(([role, names]) => names.split(/\s+/).map((name) => [name, role] as const)),
)

async function workspaceActions(): Promise<[string, WorkspaceAction][]> {
  const rows: [string, WorkspaceAction][] = []
  for (const [name, { does }] of Object.entries(consoleActions)) {
    const action = (typeof does === "function" ? await does() : does) as Action
    if (action.access === "workspace") rows.push([name, action])
  }
  return rows
}

/** Refused as invalid by every action, once it lets the caller in. */
const noInput = null

test("an action of the console is for members from a role on, and for none below it", async (t) => {
  const { act } = await world(t)
  const actions = await workspaceActions()
  assert.ok(actions.length > 150)
  for (const [name, action] of actions) {
    const role = roles.find((role) => role === (roleOf.get(name) ?? "admin")) ?? "admin"
    const below = roles[roles.indexOf(role) - 1]
    await assert.rejects(act(role, action, noInput), { code: "invalid_request" }, name)
    if (below) await assert.rejects(act(below, action, noInput), { code: "workspace_forbidden" }, name)
  }
})

test("a connection calls what its scope is for, and nothing that is for people", async (t) => {
  const { app, callers, workspaceId } = await world(t)
  const accountId = callers.owner.kind === "person" ? callers.owner.accountId : ""
  const all = Object.keys(scopes) as Scope[]
  const codeOf = (action: WorkspaceAction, granted: readonly Scope[]) => {
    const grantId = newId("grant")
    const caller = {
      kind: "connection",
      accountId,
      grantId,
      scopes: new Set(granted),
      workspace: { workspaceId },
    } as const
    return perform({ app, caller }, action, noInput).then(
      () => "done",
      (error) => error.code,
    )
  }
  for (const [name, action] of await workspaceActions()) {
    const scope = ofConnections[name]
    const others = all.filter((one) => one !== scope)
    assert.notEqual(await codeOf(action, others), "invalid_request", name)
    if (scope) assert.equal(await codeOf(action, [scope]), "invalid_request", name)
  }
})
