import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { listConnections } from "#domains/connections/index.ts"
import { clientId } from "#test/support/connect.ts"
import { type OAuthWorld, oauthWorld, state } from "#test/support/oauth-world.ts"
import type { Visited } from "#test/support/page-world.ts"
import { openBrowser, signIn } from "#test/support/people.ts"

const choice = { reach: "one", workspace: "studio" }

const pathOf = (answer: Visited) => new URL(String(answer.headers.location)).pathname

async function openConsent(world: OAuthWorld): Promise<Visited & { path: string }> {
  const path = pathOf(await world.authorize())
  return { ...(await world.person.visit(path)), path }
}

const warning = /An app on this computer is asking\. Any program here could\./

/** When each connection was made, from top to bottom. */
const connectedAt = (page: Visited) =>
  page.all("h3 time").map((time) => Date.parse(time.getAttribute("datetime") ?? ""))

async function countGrants({ app }: OAuthWorld): Promise<number> {
  return (await app.database.read.selectFrom("grants").select("id").execute()).length
}

describe("GET {base_url}/consent/{id}", () => {
  test("200 with client, redirection, person, scopes, workspaces and lifetime", async (t) => {
    const world = await oauthWorld(t)
    const page = await openConsent(world)
    assert.equal(page.status, 200)
    const { text } = page
    assert.match(text, /You are signed in as member@studio\.example\./)
    assert.ok(text.includes(clientId))
    assert.match(text, /Sends you back to an app on this computer, at localhost:41234/)
    assert.match(text, warning)
    assert.match(page.section("What it may do").text, /replace the stream plan of whoever connects it/)
    assert.match(page.section("Where").text, /Only in Studio Ada .* You are a member there\./)
    assert.match(text, /after 30 days without use, and after 180 days in any case/)
    const { reach, workspace } = page.form("Allow").fields
    assert.deepEqual([reach, workspace], ["one", "studio"])
    const buttons = page.all("main form button").map((button) => button.textContent)
    assert.deepEqual(buttons, ["Deny", "Allow"], "Enter in a field never allows")
    const hosted = await world.authorize({ redirect_uri: "https://claude.ai/api/mcp/auth_callback" })
    const other = await world.person.visit(pathOf(hosted))
    assert.match(other.text, /Sends you back to claude\.ai · atelier-agents What it may do/)
    assert.doesNotMatch(other.text, warning)
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
    assert.equal(asked.form("Mail me a code").fields.return_to, path)
    assert.equal((await signIn(world, nobody, "viewer@studio.example")).status, 303)
    assert.equal((await nobody.visit(path)).status, 200)
  })

  test("404 for a request that is unknown, decided or over", async (t) => {
    const world = await oauthWorld(t)
    assert.equal((await world.person.visit("/consent/authorization_none")).status, 404)
    const { path, form } = await openConsent(world)
    await world.person.send(form("Allow"), choice)
    assert.equal((await world.person.visit(path)).status, 404)
    const late = await openConsent(world)
    world.clock.advance(600_000)
    assert.equal((await world.person.visit(late.path)).status, 404)
    assert.equal((await world.person.send(late.form("Allow"), choice)).status, 404)
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
    const page = await openConsent(world)
    const { path } = page
    const { action, fields } = page.form("Allow")
    assert.equal(action, path)
    const { form_token, ...allowed }: Record<string, string> = { ...fields, ...choice }
    const other = openBrowser(world)
    await signIn(world, other, "viewer@studio.example")
    const theirs = (await other.visit(path)).form("Allow").fields.form_token ?? ""
    assert.ok(form_token && theirs)

    assert.equal((await world.person.post(path, allowed)).status, 403)
    assert.equal((await world.person.post(path, { ...allowed, form_token: theirs })).status, 403)
    const elsewhere = await world.person.post(path, { ...allowed, form_token }, { "sec-fetch-site": "cross-site" })
    assert.equal(elsewhere.status, 400)
    assert.equal(await countGrants(world), 0)
    assert.equal((await world.person.send(page.form("Allow"), choice)).status, 303)
  })

  test("303 to sign in when nobody is signed in, and nothing is decided", async (t) => {
    const world = await oauthWorld(t)
    const { form } = await openConsent(world)
    const answer = await openBrowser(world).send(form("Allow"), choice)
    assert.match(String(answer.headers.location), /^\/sign-in/)
    assert.equal(await countGrants(world), 0)
  })

  test("400 with the page again for a workspace of others, or without a choice", async (t) => {
    const world = await oauthWorld(t)
    const { form } = await openConsent(world)
    const { action, fields } = form("Allow")
    const { form_token = "" } = fields
    const ticked = { "links:read": "on", "workspace:read": "on" }
    for (const sent of [
      { decision: "allow", ...choice, workspace: "elsewhere" },
      { decision: "allow", ...choice, reach: "all" },
      { decision: "allow" },
      {},
    ]) {
      const answer = await world.person.post(action, { form_token, ...ticked, ...sent } as Record<string, string>)
      assert.equal(answer.status, 400, JSON.stringify(sent))
      assert.ok(answer.refusal)
      assert.deepEqual(answer.form("Allow"), form("Allow"))
    }
    const answer = await world.person.send(form("Allow"), { reach: "every", workspace: "elsewhere" })
    assert.deepEqual([answer.status, answer.form("Allow").fields.reach], [400, "every"], "what was chosen stays")
    assert.equal(await countGrants(world), 0)
  })

  test("400 when the person was removed from the workspace while the page was open", async (t) => {
    const world = await oauthWorld(t)
    const { form } = await openConsent(world)
    const { member } = world.callers
    assert.equal(member.kind, "person")
    await world.app.database.transaction((db) =>
      db.deleteFrom("members").where("account_id", "=", member.accountId).execute(),
    )
    assert.equal((await world.person.send(form("Allow"), choice)).status, 400)
    assert.equal(await countGrants(world), 0)
  })
})

describe("{base_url}/account/connections", () => {
  test("200 with what was connected; the button ends it, and the tokens open nothing more", async (t) => {
    const world = await oauthWorld(t)
    const { refresh_token } = await world.connectOverHttp()
    const page = await world.person.visit("/account/connections")
    const [links, workspace, ...more] = page.rows.map(({ text }) => text)
    assert.deepEqual([links, more], ["See your short links and how often they are clicked", []])
    assert.ok(workspace?.startsWith("See who is in the workspace, and when they work"))
    assert.match(page.text, /Where Studio Ada Connected/)
    const { href = "" } = page.links.find(({ text }) => text === "What it did") ?? {}

    const ended = await world.person.send(page.form("Yes, end it"))
    assert.deepEqual([ended.status, ended.headers.location], [303, "/account/connections"])

    const after = await world.person.visit("/account/connections")
    assert.equal(after.hasForm("Yes, end it"), false)
    assert.match(after.text, /You ended it\./)
    const answer = await world.token({ grant_type: "refresh_token", refresh_token, client_id: "atelier-agents" })
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_grant"])
    const audit = await world.person.visit(href)
    const happened = audit.rows.map(({ text }) => /^You \w+ it/.exec(text)?.[0])
    assert.deepEqual(happened.sort(), ["You allowed it", "You ended it"])
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
    const page = await world.person.visit("/account/connections")
    assert.equal(page.all("main section").length, 1)
    assert.match(page.text, /connected 3 times/)
    assert.equal(page.forms("Yes, end it").length, 3)
    const made = connectedAt(page)
    assert.deepEqual(
      made,
      made.toSorted((one, other) => other - one),
    )
    assert.equal(new Set(made).size, 3)
    assert.match(page.text, /End the 2 older ones/)

    const older = page.form(/^End the 2 older ones of .*, keep the newest$/)
    assert.equal((await world.person.send(older)).headers.location, "/account/connections")

    const after = await world.person.visit("/account/connections")
    assert.deepEqual(after.forms("Yes, end it"), page.forms("Yes, end it").slice(0, 1))
    assert.equal(after.text.match(/You ended it\./g)?.length, 2)
    assert.deepEqual(connectedAt(after), made)
    assert.equal(after.hasForm(/older/), false)
  })

  test("403 or 404 for somebody else's, which goes on", async (t) => {
    const world = await oauthWorld(t)
    await world.connectOverHttp()
    const page = await world.person.visit("/account/connections")
    const end = page.form("Yes, end it")
    const { href = "" } = page.links.find(({ text }) => text === "What it did") ?? {}
    const other = openBrowser(world)
    await signIn(world, other, "owner@studio.example")
    assert.equal((await other.send(end)).status, 403)
    const { form_token = "" } = (await other.visit("/account")).form("Save").fields
    assert.equal((await other.post(end.action, { form_token })).status, 404)
    assert.match(href, /^\/account\/connections\/./)
    assert.equal((await other.visit(href)).status, 404)
    const { items } = await world.act("member", listConnections, {})
    assert.equal(items[0]?.endedAt, null)
  })
})
