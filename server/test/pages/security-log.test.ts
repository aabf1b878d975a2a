import assert from "node:assert/strict"
import { test } from "node:test"
import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { recordSecurityEvent, type SecurityEvent, securityEvents } from "#access/security-event.ts"
import { removePaymentAccount, setPaymentAccount } from "#domains/handover/index.ts"
import {
  attachToolServer,
  detachToolServer,
  pauseToolServer,
  resumeToolServer,
  reviewToolServer,
} from "#domains/tool-servers/on-demand.ts"
import { openKeyring } from "#kernel/keyring.ts"
import { clientId } from "#test/support/agents/connect.ts"
import { openAuthenticator } from "#test/support/pages/authenticator.ts"
import { addPasskey, usePasskey } from "#test/support/pages/passkey-forms.ts"
import { askForCode, type Browser, newestMail, openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { workspaceIdOf } from "#test/support/workspace/workspace-id.ts"
import { consoleOf, firstOf } from "#test/support/worlds/console-world.ts"
import { type OAuthWorld, oauthWorld } from "#test/support/worlds/oauth-world.ts"
import { toolsWorld } from "#test/support/worlds/tools-world.ts"
import { openLog } from "../../src/log/log.ts"

type Line = Record<string, string | null>

const fields = ["event", "accountId", "byAccountId", "connectionId", "workspaceId", "reason", "network"]

/** A log whose security lines the test can read. */
function readableLog() {
  const lines: Line[] = []
  const log = openLog("info", { write: (text) => void lines.push(JSON.parse(text)) })
  return { log, read: () => lines.filter((line) => line.event !== undefined) }
}

test("a line of every event has every field, in one form, through the log's own filter", () => {
  const { log, read } = readableLog()
  const facts = {
    accountId: "account_1",
    byAccountId: "account_2",
    connectionId: "grant_1",
    workspaceId: workspaceIdOf("workspace_1"),
    reason: "word",
    network: "192.0.2.1",
  }
  const events = Object.keys(securityEvents) as SecurityEvent[]
  const keyring = openKeyring("a secret of at least thirty-two characters")
  for (const event of events) recordSecurityEvent({ log, keyring }, event, facts)
  assert.equal(read().length, events.length)
  for (const [at, { level, time, msg, network, ...line }] of read().entries()) {
    assert.deepEqual({ ...line, network: facts.network }, { event: events[at], ...facts })
    assert.match(network ?? "", /^[\w-]{16}$/, "a name for the network that is not its address")
    assert.ok(level && time && msg)
  }
})

async function people(world: OAuthWorld) {
  const owner = openBrowser(world)
  await signIn(world, owner, "owner@studio.example")
  return { owner, member: world.person }
}

async function signInAndOut(world: OAuthWorld): Promise<void> {
  const bo = openBrowser(world)
  const page = await askForCode(bo, "bo@example.com")
  await newestMail(world, "bo@example.com")
  assert.equal((await bo.send(page.form("Sign in"), { code: "0" })).status, 400)
  const { path } = await newestMail(world, "bo@example.com")
  await bo.send((await bo.visit(path)).form("Sign in"))
  const key = openAuthenticator()
  await addPasskey(world, bo, { key })
  const other = openBrowser(world)
  assert.equal((await usePasskey(other, key)).status, 303)
  const { ask } = consoleOf(world)
  const [passkey] = firstOf(await other.visit("/account"), "list-passkeys").items
  await ask(other, "remove-passkey", { id: passkey.id })
  await ask(other, "end-other-sessions")
  await other.visit("/account/data.json")
  await ask(other, "erase-account", { email: "bo@example.com" })
}

async function connectAndEnd(world: OAuthWorld): Promise<string[]> {
  const asked = await world.authorize()
  const denied = await world.person.visit(new URL(String(asked.headers.location)).pathname)
  await world.person.send(denied.form("Deny"))
  const { access_token, refresh_token } = await world.connectOverHttp()
  const refresh = async (token: string) =>
    (await world.token({ grant_type: "refresh_token", refresh_token: token, client_id: clientId })).body
  const second = await refresh(refresh_token)
  const third = await refresh(second.refresh_token)
  world.clock.advance(61_000)
  assert.equal((await refresh(refresh_token)).error, "invalid_grant")
  await world.connectOverHttp()
  const [{ id }] = firstOf(await world.person.visit("/account/connections"), "list-connections").items
  await consoleOf(world).ask(world.person, "revoke-connection", { id })
  await world.connectOverHttp()
  return [access_token, refresh_token, second.refresh_token, third.refresh_token]
}

async function changeMembers(world: OAuthWorld, { owner, member }: Record<"owner" | "member", Browser>): Promise<void> {
  const makeWorkspace = (await member.visit("/workspaces/new")).form("Create workspace")
  await member.send(makeWorkspace, { name: "Ink", slug: "ink-co" })
  const { ask } = consoleOf(world)
  const { items } = (await ask(owner, "list-members")).body
  const { accountId } = items.find(({ email }: { email: string }) => email === "member@studio.example")
  assert.equal((await ask(owner, "change-role", { accountId, role: "viewer" })).status, 200)
  assert.equal((await ask(owner, "remove-member", { accountId })).status, 200)
}

test("people's actions write lines with account, connection, workspace, reason and network, without secrets", async (t) => {
  const { log, read } = readableLog()
  const settings = { SVC_RATE_WRITES: "1000" }
  const world = await oauthWorld(t, settings, (app) => ({ ...app, log }))
  const { owner, member } = await people(world)
  await signInAndOut(world)
  const secrets = await connectAndEnd(world)
  await changeMembers(world, { owner, member })
  const seller = { ...world.callers.owner, network: "192.0.2.1" }
  const app = { ...world.app, log }
  const { id } = await perform({ app, caller: seller }, setPaymentAccount, {
    secretKey: "sk_test_51abcdefghij",
    publishableKey: "pk_test_51abcdefghij",
  })
  await perform({ app, caller: seller }, removePaymentAccount, { id })
  await assert.rejects(perform({ app, caller: anonymous }, removePaymentAccount, { id }))

  const lines = read()
  const elsewhere: SecurityEvent[] = [
    ...([
      "channel_changed",
      "domain_changed",
      "workspace_changed",
      "abuse_reported",
      "report_closed",
      "suspended",
    ] as const),
    ...([
      "suspension_lifted",
      "sign_up_changed",
      "sign_in_link_made",
      "webhook_changed",
      "job_retried",
      "tool_server_changed",
    ] as const),
  ]
  assert.deepEqual(
    [...new Set(lines.map(({ event }) => event))].sort(),
    (Object.keys(securityEvents) as SecurityEvent[]).filter((event) => !elsewhere.includes(event)).sort(),
  )
  for (const { level, time, msg, ...line } of lines) {
    assert.deepEqual(Object.keys(line), fields, String(line.event))
    const { names } = securityEvents[line.event as SecurityEvent]
    for (const name of [...names, "network"]) assert.ok(line[name], `${line.event} names no ${name}`)
    assert.ok(level && time && msg)
  }
  const reasons = lines.map(({ event, reason }) => `${event} ${reason}`)
  for (const expected of [
    ...["sign_in_failed wrong_code", "signed_in code", "signed_in link", "signed_in passkey"],
    ...["session_ended all_others", "token_reused refresh_token_reused", "connection_ended revoked"],
    ...["connection_ended no_longer_member", "member_joined owner", "member_role_changed viewer"],
    ...["member_left removed"],
  ]) {
    assert.ok(reasons.includes(expected), expected)
  }
  const text = JSON.stringify(lines)
  for (const secret of [...secrets, ...member.cookies.values(), "@", "sk_test", "127.0.0.1", "192.0.2."])
    assert.ok(!text.includes(secret))
  assert.ok(secrets.every((secret) => secret.length > 40))
})

test("each of an admin's actions on tool servers writes a line with account, workspace and server", async (t) => {
  const { app, callers, idOf, peer, workspaceId } = await toolsWorld(t)
  const { log, read } = readableLog()
  const cx = { app: { ...app, log }, caller: { ...callers.admin, network: "192.0.2.1" } }
  const { id } = await perform(cx, attachToolServer, { url: peer.url, auth: "none" })
  await perform(cx, reviewToolServer, { id, accept: [] })
  for (const action of [pauseToolServer, resumeToolServer, detachToolServer]) await perform(cx, action, { id })
  assert.deepEqual(
    read().map(({ event, accountId, workspaceId, reason }) => [event, accountId, workspaceId, reason]),
    ["attached", "reviewed", "paused", "resumed", "detached"].map((reason) => [
      "tool_server_changed",
      idOf("admin"),
      workspaceId,
      reason,
    ]),
  )
})
