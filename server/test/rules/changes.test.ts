import assert from "node:assert/strict"
import { test } from "node:test"
import type { Action } from "#access/action.ts"
import { changeKinds } from "#contract/change-kinds.ts"
import type { ConsoleActions } from "#surfaces/console/console-actions.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { consoleTable } from "#test/support/pages/console-table.ts"

const noPage = "no page of a workspace shows what it changes"
const follows = "its person's page follows the conversation by a stream of its own"
const notes = "its stores note what changes, in each workspace that it concerns"

/** Rows of the console that change something without declaring it, and why. */
const undeclared: Partial<Record<keyof ConsoleActions, string>> = {
  "accept-invitation": notes,
  "ask-assistant": follows,
  "decide-calls": follows,
  "delete-conversation": follows,
  "rename-conversation": follows,
  "renew-push": noPage,
  "retry-run": follows,
  "show-branch": follows,
  "stop-run": follows,
  "take-file-out": follows,
  "undo-calls": follows,
  "add-passkey": noPage,
  "choose-notification": noPage,
  "close-report": noPage,
  "create-workspace": "no page shows it yet",
  "edit-profile": notes,
  "end-other-sessions": notes,
  "end-session": notes,
  "end-push": noPage,
  "erase-account": notes,
  "lift-suspension": notes,
  "read-notifications": notes,
  "remove-passkey": noPage,
  "rename-passkey": noPage,
  "resend-receipt": "it sends a mail",
  "retry-dead-job": noPage,
  "retry-dead-jobs": noPage,
  "reveal-endpoint-secret": "it shows, and changes nothing",
  "revoke-connection": notes,
  "revoke-older-connections": notes,
  "set-sign-up": noPage,
  "settle-unclear-money": notes,
  "subscribe-to-push": noPage,
  "try-mails-again": noPage,
  suspend: notes,
  "test-payment-account": "it asks, and changes nothing",
}

const rows = consoleTable
const changesOf = (action: Action) => (action.access === "workspace" ? (action.changes ?? []) : [])

test("every change of the console declares what it changes, or is on the list of those that need not", () => {
  const silent = rows.filter(({ 1: { does, method } }) => method === "POST" && changesOf(does).length === 0)
  assert.deepEqual(silent.map(([name]) => name).sort(), Object.keys(undeclared).sort())
})

test("every writing tool declares what it changes, and no reading tool does", () => {
  for (const { name, kind, action } of tools) assert.equal(changesOf(action).length > 0, kind === "write", name)
  const reads = rows.filter(({ 1: { does, method } }) => method === "GET" && changesOf(does).length > 0)
  assert.deepEqual(reads, [])
})

test("every kind of change has an action that makes it", () => {
  const made = new Set([...rows.flatMap(([, { does }]) => changesOf(does)), "notifications", "webhooks"])
  assert.deepEqual([...made].sort(), [...changeKinds].sort())
})
