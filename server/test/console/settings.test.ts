import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { openDns } from "#adapters/dns/resolver.ts"
import { openStreamElements } from "#adapters/stream-elements/kappa.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { openStreamElementsStandIn } from "#test/support/stand-ins/stream-elements.ts"
import { consoleOf, consoleWorld } from "#test/support/worlds/console-world.ts"
import { oauthWorld } from "#test/support/worlds/oauth-world.ts"

const good = { channel: "ada_draws", tokenKind: "jwt", token: "jwt-of-ada-draws" }

describe("the channel in the console", () => {
  test("200: admins connect, test, replace and disconnect it; its token is in no answer", async (t) => {
    const standIn = await openStreamElementsStandIn(t)
    const change = { streamElements: openStreamElements(standIn.url) }
    const { enter, ask } = await consoleWorld(t, {}, (app) => ({ ...app, ...change }))
    const admin = await enter("admin@studio.example")
    assert.deepEqual((await ask(admin, "get-channel")).body, {})
    assert.equal((await ask(admin, "list-streamelements-commands")).status, 409)

    const connected = await ask(admin, "connect-channel", good)
    assert.equal(connected.status, 200)
    assert.doesNotMatch(JSON.stringify(connected.body), /jwt-of-ada-draws/)
    for (const [wrong, status] of [
      [{ token: "jwt-of-somebody" }, 400],
      [{ tokenKind: "oauth" }, 400],
      [{ token: "two words, secret" }, 400],
      [{ channel: "../users" }, 400],
      [{ channel: "nobody" }, 404],
    ] as const) {
      assert.equal((await ask(admin, "connect-channel", { ...good, ...wrong })).status, status)
    }
    const member = await enter("member@studio.example")
    assert.equal((await ask(member, "get-channel")).body.channel.channelName, "ada_draws", "what was connected stays")
    assert.ok((await ask(member, "list-streamelements-commands")).body.commands.length > 0)
    assert.equal((await ask(member, "connect-channel", good)).status, 403)
    assert.equal((await ask(member, "disconnect-channel")).status, 403)

    assert.equal((await ask(admin, "disconnect-channel")).status, 200)
    assert.deepEqual((await ask(admin, "get-channel")).body, {})
    assert.equal((await ask(admin, "disconnect-channel")).status, 409)
  })
})

describe("domains in the console", () => {
  test("200: a domain waits until both of its records are found, and disappears when it is removed", async (t) => {
    const dns = await dnsServer(t)
    const { world, enter, ask } = await consoleWorld(t, {}, (app) => ({ ...app, dns: openDns([dns.address], app.now) }))
    const owner = await enter("owner@studio.example")
    const { body } = await ask(owner, "attach-domain", { domain: "Go.Example.com" })
    assert.deepEqual([body.domain.hostname, body.domain.state, body.missing.length], ["go.example.com", "waiting", 2])

    const [first, second] = body.domain.records
    dns.answer("TXT", first.name, [first.value])
    world.clock.advance(60_000)
    const half = await ask(owner, "attach-domain", { domain: "go.example.com" })
    assert.deepEqual(half.body.missing, [second.name])
    dns.answer("TXT", second.name, [second.value])
    world.clock.advance(60_000)
    assert.deepEqual((await ask(owner, "attach-domain", { domain: "go.example.com" })).body.missing, [])
    const page = await owner.visit("/studio/settings/domains")
    const [, [, { items }]] = page.island.firstData
    assert.deepEqual(valuesOf(items, "state"), ["attached"])

    assert.equal((await ask(owner, "remove-domain", { id: body.domain.id })).status, 200)
    assert.deepEqual((await ask(owner, "list-domains")).body.items, [])
  })
})

describe("connected apps in the console", () => {
  test("200 with every member's for an admin, with their own for others; ending one there ends it", async (t) => {
    const world = await oauthWorld(t)
    const { enter, ask } = consoleOf(world)
    const { refresh_token } = await world.connectOverHttp()
    world.clock.advance(60_000)
    await world.connectOverHttp()
    const admin = await enter("admin@studio.example")
    const viewer = await enter("viewer@studio.example")
    const list = async (browser: typeof admin) => (await ask(browser, "list-workspace-connections")).body.items
    assert.deepEqual(await list(viewer), [])
    assert.equal((await list(world.person))[0].member.isCaller, true)

    const [newest, older] = await list(admin)
    assert.equal(newest.member.email, "member@studio.example")
    assert.equal((await ask(viewer, "end-workspace-connection", { id: older.id })).status, 404)
    assert.deepEqual((await ask(admin, "end-older-workspace-connections", { id: newest.id })).body.ended, [older.id])
    const answer = await world.token({ grant_type: "refresh_token", refresh_token, client_id: "atelier-agents" })
    assert.equal(answer.body.error, "invalid_grant")
    assert.equal((await ask(admin, "end-workspace-connection", { id: newest.id })).status, 200)
    assert.deepEqual(await list(admin), [])
    const own = (await ask(world.person, "list-connections")).body.items
    assert.deepEqual(valuesOf(own, "endedReason"), ["ended_by_admin", "ended_by_admin"])
  })
})
