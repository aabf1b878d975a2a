import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { listConnections } from "#domains/connections/index.ts"
import { type OAuthWorld, oauthWorld, state } from "#test/support/oauth-world.ts"
import type { Visited } from "#test/support/page-world.ts"
import { openBrowser, signIn } from "#test/support/people.ts"
import { valuesOf } from "#test/support/values-of.ts"

const choice = { decision: "allow", reach: "one", workspace: "studio" }

const pathOf = (answer: Visited) => new URL(String(answer.headers.location)).pathname

async function openConsent(world: OAuthWorld): Promise<Visited & { path: string }> {
  const path = pathOf(await world.authorize())
  return { ...(await world.person.visit(path)), path }
}

async function countGrants({ app }: OAuthWorld): Promise<number> {
  return (await app.database.read.selectFrom("grants").select("id").execute()).length
}

describe("GET {base_url}/consent/{id}", () => {
  test("200 with client, redirection, person, scopes, workspaces and lifetime", async (t) => {
    const world = await oauthWorld(t)
    const { status, data, html } = await openConsent(world)
    assert.equal(status, 200)
    assert.equal(data.redirectHost, "localhost:41234")
    assert.equal(data.isLoopback, true)
    assert.equal(data.email, "member@studio.example")
    assert.deepEqual(data.workspaces, [{ slug: "studio", name: "Studio Ada", role: "member" }])
    assert.deepEqual([data.unusedDays, data.longestDays], [30, 180])
    assert.match(html, /replace the stream plan of whoever connects it/)
    assert.match(html, /a program on this computer/)
    const hosted = await world.authorize({ redirect_uri: "https://claude.ai/api/mcp/auth_callback" })
    const page = await world.person.visit(pathOf(hosted))
    assert.deepEqual([page.data.redirectHost, page.data.isLoopback], ["claude.ai", false])
  })

  test("200 that cannot be framed, and whose forms lead nowhere but here and to the client", async (t) => {
    const world = await oauthWorld(t)
    const { headers } = await openConsent(world)
    const policy = headers["content-security-policy"] ?? ""
    assert.match(policy, /frame-ancestors 'none'/)
    assert.match(policy, /form-action 'self' http:\/\/localhost:41234(;|$)/)
    assert.equal(headers["cache-control"], "no-store")
    assert.equal(headers["referrer-policy"], "no-referrer")
    assert.equal(headers["cross-origin-opener-policy"], "same-origin")
  })

  test("200 again for the second identical request: nothing is allowed silently", async (t) => {
    const world = await oauthWorld(t)
    await world.connectOverHttp()
    for (const prompt of [undefined, "none"]) {
      const again = await world.authorize({ prompt })
      assert.match(String(again.headers.location), /\/consent\//)
      assert.equal((await world.person.visit(pathOf(again))).status, 200)
    }
    assert.equal(await countGrants(world), 1)
  })

  test("303 to sign in first, and back to the consent afterwards", async (t) => {
    const world = await oauthWorld(t)
    const path = pathOf(await world.authorize())
    const nobody = openBrowser(world)
    const sent = await nobody.visit(path)
    assert.equal(sent.status, 303)
    assert.equal(sent.headers.location, `/sign-in?return_to=${encodeURIComponent(path)}`)
    const asked = await nobody.visit(String(sent.headers.location))
    assert.equal(asked.data.returnTo, path)
    assert.equal((await signIn(world, nobody, "viewer@studio.example")).status, 303)
    assert.equal((await nobody.visit(path)).status, 200)
  })

  test("404 for a request that is unknown, decided or over", async (t) => {
    const world = await oauthWorld(t)
    assert.equal((await world.person.visit("/consent/authorization_none")).status, 404)
    const { path, data } = await openConsent(world)
    await world.person.send(data.form, choice)
    assert.equal((await world.person.visit(path)).status, 404)
    const late = await openConsent(world)
    world.clock.advance(600_000)
    assert.equal((await world.person.visit(late.path)).status, 404)
    assert.equal((await world.person.send(late.data.form, choice)).status, 404)
  })
})

describe("POST {base_url}/consent/{id}", () => {
  test("303 to the client with code, state and iss, and nothing else", async (t) => {
    const world = await oauthWorld(t)
    const url = await world.allow(await world.authorize())
    assert.equal(url.origin + url.pathname, "http://localhost:41234/callback")
    assert.deepEqual([...url.searchParams.keys()].sort(), ["code", "iss", "state"])
    assert.equal(url.searchParams.get("state"), state)
    assert.equal(url.searchParams.get("iss"), "http://localhost:3000")
    const stateless = await world.allow(await world.authorize({ state: undefined }))
    assert.equal(stateless.searchParams.has("state"), false)
  })

  test("303 with access_denied, state and iss when the person denies, and no connection comes of it", async (t) => {
    const world = await oauthWorld(t)
    const url = await world.allow(await world.authorize(), { decision: "deny" })
    assert.equal(url.searchParams.get("error"), "access_denied")
    assert.equal(url.searchParams.get("state"), state)
    assert.equal(url.searchParams.get("iss"), "http://localhost:3000")
    assert.equal(await countGrants(world), 0)
  })

  test("303 keeps the query of a registered callback", async (t) => {
    const callback = "https://agent.example/callback?from=atelier"
    const world = await oauthWorld(t, { SVC_OAUTH_CALLBACKS: callback })
    const url = await world.allow(await world.authorize({ redirect_uri: callback }))
    assert.match(url.href, /^https:\/\/agent\.example\/callback\?from=atelier&code=/)
  })

  test("403 without the form's token, or with that of another session, and the request stays open", async (t) => {
    const world = await oauthWorld(t)
    const { path, data } = await openConsent(world)
    const other = openBrowser(world)
    await signIn(world, other, "viewer@studio.example")
    const theirs = (await other.visit(path)).data.form.formToken

    assert.equal((await world.person.post(path, choice)).status, 403)
    assert.equal((await world.person.post(path, { ...choice, form_token: theirs })).status, 403)
    const elsewhere = await world.person.post(
      path,
      { ...choice, form_token: data.form.formToken },
      { "sec-fetch-site": "cross-site" },
    )
    assert.equal(elsewhere.status, 400)
    assert.equal(await countGrants(world), 0)
    assert.equal((await world.person.send(data.form, choice)).status, 303)
  })

  test("303 to sign in when nobody is signed in, and nothing is decided", async (t) => {
    const world = await oauthWorld(t)
    const { path, data } = await openConsent(world)
    const answer = await openBrowser(world).post(path, { ...choice, form_token: data.form.formToken })
    assert.match(String(answer.headers.location), /^\/sign-in/)
    assert.equal(await countGrants(world), 0)
  })

  test("400 with the page again for a workspace of others, or without a choice", async (t) => {
    const world = await oauthWorld(t)
    const { data } = await openConsent(world)
    for (const fields of [
      { ...choice, workspace: "elsewhere" },
      { ...choice, reach: "all" },
      { decision: "allow" },
      {},
    ]) {
      const answer = await world.person.send(data.form, fields as Record<string, string>)
      assert.equal(answer.status, 400, JSON.stringify(fields))
      assert.ok(answer.data.refusal.message)
      assert.deepEqual(answer.data.form, data.form)
    }
    assert.equal(await countGrants(world), 0)
  })

  test("400 when the person was removed from the workspace while the page was open", async (t) => {
    const world = await oauthWorld(t)
    const { data } = await openConsent(world)
    const { member } = world.callers
    assert.equal(member.kind, "person")
    await world.app.database.transaction((db) =>
      db.deleteFrom("members").where("account_id", "=", member.accountId).execute(),
    )
    assert.equal((await world.person.send(data.form, choice)).status, 400)
    assert.equal(await countGrants(world), 0)
  })
})

describe("{base_url}/account/connections", () => {
  test("200 with what was connected; the button ends it, and the tokens open nothing more", async (t) => {
    const world = await oauthWorld(t)
    const { refresh_token } = await world.connectOverHttp()
    const page = await world.person.visit("/account/connections")
    const [{ connections }] = page.data.apps
    const [connection] = connections
    assert.deepEqual(valuesOf(connection.scopes, "scope"), ["links:read", "workspace:read"])
    assert.deepEqual(connection.workspace, { slug: "studio", name: "Studio Ada" })

    const ended = await world.person.send(connection.end)
    assert.deepEqual([ended.status, ended.headers.location], [303, "/account/connections"])

    const after = await world.person.visit("/account/connections")
    assert.equal(after.data.apps[0].connections[0].end, null)
    assert.equal(after.data.apps[0].connections[0].endedReason, "revoked")
    const answer = await world.token({ grant_type: "refresh_token", refresh_token, client_id: "atelier-agents" })
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_grant"])
    const audit = await world.person.visit(connection.auditPath)
    assert.deepEqual(audit.data.entries.map(({ outcome }: { outcome: string }) => outcome).sort(), [
      "granted",
      "revoked",
    ])
  })

  test("several connections of one app stand together, and one click ends the older ones", async (t) => {
    const world = await oauthWorld(t)
    for (let round = 0; round < 3; round += 1) {
      const port = 41234 + round
      await world.connectOverHttp(
        { redirect_uri: `http://localhost:${port}/callback` },
        { redirect_uri: `http://localhost:${port}/callback` },
      )
      world.clock.advance(60_000)
    }
    const { data, html } = await world.person.visit("/account/connections")
    assert.equal(data.apps.length, 1)
    const [app] = data.apps
    assert.equal(app.endOlder.count, 2)
    const made = app.connections.map(({ createdAt }: { createdAt: number }) => createdAt)
    assert.deepEqual(
      made,
      made.toSorted((one: number, other: number) => other - one),
    )
    assert.match(html, /End the older ones \(2\)/)

    assert.equal((await world.person.send(app.endOlder)).headers.location, "/account/connections")

    const [after] = (await world.person.visit("/account/connections")).data.apps
    assert.deepEqual(valuesOf(after.connections, "endedReason"), [null, "revoked", "revoked"])
    assert.equal(after.endOlder, null)
  })

  test("403 or 404 for somebody else's, which goes on", async (t) => {
    const world = await oauthWorld(t)
    await world.connectOverHttp()
    const [{ connections }] = (await world.person.visit("/account/connections")).data.apps
    const [connection] = connections
    const other = openBrowser(world)
    await signIn(world, other, "owner@studio.example")
    assert.equal((await other.send(connection.end)).status, 403)
    const { data } = await other.visit("/account")
    const { formToken } = data.signOut
    assert.equal((await other.send({ action: connection.end.action, formToken })).status, 404)
    assert.equal((await other.visit(connection.auditPath)).status, 404)
    const { items } = await world.act("member", listConnections, {})
    assert.equal(items[0]?.endedAt, null)
  })
})

describe("{base_url}/{workspace}/settings/connected-apps", () => {
  const path = "/studio/settings/connected-apps"

  test("200 to an admin with every member's, to a member with their own; the buttons end them here", async (t) => {
    const world = await oauthWorld(t)
    const { refresh_token } = await world.connectOverHttp()
    world.clock.advance(60_000)
    await world.connectOverHttp()
    const admin = openBrowser(world)
    await signIn(world, admin, "admin@studio.example")
    const viewer = openBrowser(world)
    await signIn(world, viewer, "viewer@studio.example")
    assert.deepEqual((await viewer.visit(path)).data.apps, [])
    assert.equal((await world.person.visit(path)).data.apps[0].member.isCaller, true)

    const { status, data, html } = await admin.visit(path)
    assert.deepEqual([status, data.isEveryones, data.apps.length], [200, true, 1])
    const [app] = data.apps
    assert.deepEqual(app.member, { email: "member@studio.example", name: "member", isCaller: false })
    assert.equal(app.connections[0].auditPath, null, "what it did is for its own person")
    assert.match(html, /of member/)
    assert.equal((await viewer.send({ ...app.connections[1].end, formToken: "" })).status, 403)

    assert.equal((await admin.send(app.endOlder)).headers.location, path)
    const answer = await world.token({ grant_type: "refresh_token", refresh_token, client_id: "atelier-agents" })
    assert.equal(answer.body.error, "invalid_grant")
    const [left] = (await admin.visit(path)).data.apps
    assert.equal(left.connections.length, 1)
    assert.equal((await admin.send(left.connections[0].end)).headers.location, path)
    assert.deepEqual((await admin.visit(path)).data.apps, [])
    const own = (await world.person.visit("/account/connections")).data.apps[0].connections
    assert.deepEqual(valuesOf(own, "endedReason"), ["ended_by_admin", "ended_by_admin"])
  })

  test("303 to sign in for nobody, 403 for who does not belong there", async (t) => {
    const world = await oauthWorld(t)
    assert.equal((await openBrowser(world).visit(path)).status, 303)
    const stranger = openBrowser(world)
    await signIn(world, stranger, "owner@elsewhere.example")
    assert.equal((await stranger.visit(path)).status, 403)
  })
})
