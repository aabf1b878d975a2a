import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { listConnections } from "#domains/connections/index.ts"
import { clientId } from "#test/support/agents/connect.ts"
import { askForCode, openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { consoleOf, firstOf } from "#test/support/worlds/console-world.ts"
import { addressOf, type OAuthWorld, oauthWorld, state } from "#test/support/worlds/oauth-world.ts"
import type { Visited } from "#test/support/worlds/page-world.ts"

const choice = { reach: "one", workspace: "studio" }

const pathOf = (answer: Visited) => new URL(String(answer.headers.location)).pathname

async function openConsent(world: OAuthWorld): Promise<Visited & { path: string }> {
  const path = pathOf(await world.authorize())
  return { ...(await world.person.visit(path)), path }
}

const warning = /This app runs on your computer Allow it only if/

async function countGrants({ app }: OAuthWorld): Promise<number> {
  return (await app.database.read.selectFrom("grants").select("id").execute()).length
}

describe("GET {base_url}/consent/{id}", () => {
  test("200 with client, redirection, person, scopes, workspaces and lifetime", async (t) => {
    const world = await oauthWorld(t)
    const page = await openConsent(world)
    assert.equal(page.status, 200)
    const { text } = page
    assert.match(text, /Signed in as member@studio\.example\./)
    assert.ok(text.includes(clientId))
    assert.match(text, /Redirects to an app on this computer, localhost:41234/)
    assert.match(text, warning)
    assert.match(page.section("Permissions").text, /replacing your own calendar/)
    assert.match(page.section("Workspaces").text, /Only Studio Ada .* Your role: Member\./)
    assert.match(text, /After 180 days, or 30 days unused\./)
    const { reach, workspace } = page.form("Allow").fields
    assert.deepEqual([reach, workspace], ["one", "studio"])
    const buttons = page.all("main form button").map((button) => button.textContent)
    assert.deepEqual(buttons, ["Deny", "Allow"], "Enter in a field never allows")
    const hosted = await world.authorize({ redirect_uri: "https://claude.ai/api/mcp/auth_callback" })
    const other = await world.person.visit(pathOf(hosted))
    assert.match(other.text, /Redirects to claude\.ai \(atelier-agents\) Permissions/)
    assert.doesNotMatch(other.text, warning)
  })

  test("200 that cannot be framed, whose forms lead only here, and that a popup's opener can follow", async (t) => {
    const world = await oauthWorld(t)
    const { headers } = await openConsent(world)
    const policy = headers["content-security-policy"] ?? ""
    assert.match(policy, /frame-ancestors 'none'/)
    assert.match(policy, /form-action 'self'(;|$)/)
    assert.equal(headers["cache-control"], "no-store")
    assert.equal(headers["referrer-policy"], "no-referrer")
    assert.equal(headers["cross-origin-opener-policy"], "unsafe-none")
  })

  test("a popup's opener can follow every page on the way, refusals included, and no other page", async (t) => {
    const world = await oauthWorld(t)
    const policyOf = async (visited: Promise<Visited>) => (await visited).headers["cross-origin-opener-policy"]
    const stranger = openBrowser(world)
    const { path, form } = await openConsent(world)
    const signIn = `/sign-in?return_to=${encodeURIComponent(path)}`
    assert.equal(await policyOf(stranger.visit(signIn)), "unsafe-none")
    assert.equal(await policyOf(askForCode(stranger, "viewer@studio.example", signIn)), "unsafe-none")
    assert.equal(await policyOf(world.person.visit(`/workspaces/new?return_to=${path}`)), "unsafe-none")
    assert.equal(await policyOf(world.person.visit("/consent/authorization_none")), "unsafe-none")
    assert.equal(await policyOf(world.authorize({ redirect_uri: "https://elsewhere.example/" })), "unsafe-none")
    assert.equal(await policyOf(world.person.send(form("Allow"), { ...choice, reach: "all" })), "unsafe-none")
    assert.equal(await policyOf(world.person.send(form("Allow"), choice)), "unsafe-none")
    assert.equal(await policyOf(world.person.visit(path)), "unsafe-none")
    for (const other of ["/", "/account", "/consenting", "/terms"]) {
      assert.equal(await policyOf(world.person.visit(other)), "same-origin", other)
    }
  })

  test("200 again for the second identical request: consent is never implicit", async (t) => {
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
    assert.equal(asked.form("Email me a code").fields.return_to, path)
    assert.equal((await signIn(world, nobody, "viewer@studio.example")).status, 303)
    assert.equal((await nobody.visit(path)).status, 200)
  })

  test("200 that tells what was decided, for a day, and 404 for others", async (t) => {
    const world = await oauthWorld(t)
    const { path, form } = await openConsent(world)
    const code = addressOf(await world.person.send(form("Allow"), choice)).searchParams.get("code") ?? ""
    const other = openBrowser(world)
    await signIn(world, other, "viewer@studio.example")
    const allowed = await world.person.visit(path)
    assert.deepEqual([allowed.status, allowed.title, allowed.hasForm("Allow")], [200, "Access allowed", false])
    assert.doesNotMatch(allowed.html, /code=|location\.replace|http-equiv="refresh"/)

    await world.exchange(code)
    const connected = await world.person.visit(path)
    assert.deepEqual([connected.status, connected.title], [200, "Connected"])
    const { href = "" } = connected.links.find(({ text }) => text === "View connection") ?? {}
    assert.equal(firstOf(await world.person.visit(href), "get-connection").endedAt, null)
    const again = await world.person.send(form("Allow"), choice)
    assert.deepEqual([again.status, again.headers.location], [303, path])
    assert.equal(await countGrants(world), 1)

    await consoleOf(world).ask(world.person, "revoke-connection", { id: href.split("/").at(-1) })
    assert.equal((await world.person.visit(path)).title, "Disconnected")
    assert.equal((await other.visit(path)).status, 404)
    world.clock.advance(86_400_000)
    assert.equal((await world.person.visit(path)).status, 404)
  })

  test("200 that tells that access was denied", async (t) => {
    const world = await oauthWorld(t)
    const { path, form } = await openConsent(world)
    await world.person.send(form("Allow"), { ...choice, decision: "deny" })
    assert.deepEqual([(await world.person.visit(path)).title, await countGrants(world)], ["Access denied", 0])
    const again = await world.person.send(form("Allow"), choice)
    assert.deepEqual([again.status, await countGrants(world)], [303, 0], "a denied request cannot be allowed later")
  })

  test("404 for a request that is unknown or expired", async (t) => {
    const world = await oauthWorld(t)
    assert.equal((await world.person.visit("/consent/authorization_none")).status, 404)
    const late = await openConsent(world)
    world.clock.advance(600_000)
    assert.equal((await world.person.visit(late.path)).status, 404)
    assert.equal((await world.person.send(late.form("Allow"), choice)).status, 404)
  })
})

describe("POST {base_url}/consent/{id}", () => {
  test("200 that leads to the client by a script, by a refresh without scripts, and by a link", async (t) => {
    const callback = "https://agent.example/callback?a=1&b=%22%3C"
    const world = await oauthWorld(t, { SVC_OAUTH_CALLBACKS: callback })
    for (const [decision, title] of [
      ["allow", "Access allowed"],
      ["deny", "Access denied"],
    ] as const) {
      const { pathname } = new URL(String((await world.authorize({ redirect_uri: callback })).headers.location))
      const { form } = await world.person.visit(pathname)
      const answer = await world.person.send(form("Allow"), { ...choice, decision })
      const { status, headers, html, links } = answer
      assert.deepEqual([status, answer.title, headers["cache-control"]], [200, title, "no-store"])
      const [link, ...others] = links.filter(({ text }) => text === "Continue to agent.example")
      assert.ok(link && others.length === 0)
      assert.ok(link.href.startsWith(`${callback}&${decision === "allow" ? "code" : "error"}=`), link.href)
      const [, nonce, script] = /<script nonce="([^"]+)">[^<]*location\.replace\((".*?")\)\)<\/script>/.exec(html) ?? []
      assert.ok(headers["content-security-policy"]?.includes(`script-src 'nonce-${nonce}'`))
      assert.equal(JSON.parse(script ?? ""), link.href)
      const [refresh] = answer.all("head noscript meta")
      assert.equal(refresh?.getAttribute("http-equiv"), "refresh")
      assert.equal(refresh?.getAttribute("content"), `0; url=${link.href}`)
      assert.equal(html.match(/http-equiv="refresh"/g)?.length, 1, "none with scripts: a code may arrive once only")
    }
  })

  test("200 that leads to the client with code, state and iss, and nothing else", async (t) => {
    const world = await oauthWorld(t)
    const url = await world.allow(await world.authorize())
    assert.equal(url.origin + url.pathname, "http://localhost:41234/callback")
    assert.deepEqual([...url.searchParams.keys()].sort(), ["code", "iss", "state"])
    assert.equal(url.searchParams.get("state"), state)
    assert.equal(url.searchParams.get("iss"), "http://localhost:3000")
    const stateless = await world.allow(await world.authorize({ state: undefined }))
    assert.equal(stateless.searchParams.has("state"), false)
  })

  test("200 that leads with access_denied, state and iss when the person denies, and no connection is made", async (t) => {
    const world = await oauthWorld(t)
    const url = await world.allow(await world.authorize(), { decision: "deny" })
    assert.equal(url.searchParams.get("error"), "access_denied")
    assert.equal(url.searchParams.get("state"), state)
    assert.equal(url.searchParams.get("iss"), "http://localhost:3000")
    assert.equal(await countGrants(world), 0)
  })

  test("200 that keeps the query of a registered callback", async (t) => {
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
    assert.equal((await world.person.send(page.form("Allow"), choice)).status, 200)
  })

  test("303 to sign in without a session, and nothing is decided", async (t) => {
    const world = await oauthWorld(t)
    const { form } = await openConsent(world)
    const answer = await openBrowser(world).send(form("Allow"), choice)
    assert.match(String(answer.headers.location), /^\/sign-in/)
    assert.equal(await countGrants(world), 0)
  })

  test("400 with the page again for another person's workspace, or without a choice", async (t) => {
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
  test("200 with the connection, by the app's name; after its end the tokens are refused", async (t) => {
    const world = await oauthWorld(t)
    const { refresh_token } = await world.connectOverHttp()
    const { ask } = consoleOf(world)
    const [shown, ...others] = firstOf(await world.person.visit("/account/connections"), "list-connections").items
    assert.deepEqual(others, [])
    assert.deepEqual([shown.clientName, shown.workspace.name, shown.endedAt], ["Your agent", "Studio Ada", null])
    const words = shown.scopes.map(({ words }: { words: string }) => words)
    assert.deepEqual(words, ["View short links and clicks", "View members and availability"])

    assert.equal((await ask(world.person, "revoke-connection", { id: shown.id })).status, 200)

    const page = await world.person.visit(`/account/connections/${shown.id}`)
    const ended = firstOf(page, "get-connection")
    assert.deepEqual([ended.clientName, ended.endedReason], ["Your agent", "revoked"])
    const answer = await world.token({ grant_type: "refresh_token", refresh_token, client_id: "atelier-agents" })
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_grant"])
    const outcomes = firstOf(page, "list-audit-entries").items.map(({ outcome }: { outcome: string }) => outcome)
    assert.deepEqual(outcomes.sort(), ["granted", "revoked"])
  })

  test("several connections of one app are grouped, and the older ones are ended together", async (t) => {
    const world = await oauthWorld(t)
    for (let round = 0; round < 3; round += 1) {
      const redirect_uri = `http://localhost:${41234 + round}/callback`
      await world.connectOverHttp({ redirect_uri }, { redirect_uri })
      world.clock.advance(60_000)
    }
    const { ask } = consoleOf(world)
    const listed = async () => firstOf(await world.person.visit("/account/connections"), "list-connections").items
    const before = await listed()
    assert.equal(before.length, 3)
    assert.equal(new Set(before.map(({ app }: { app: string }) => app)).size, 1)
    const made = before.map(({ createdAt }: { createdAt: number }) => createdAt)
    assert.deepEqual(
      made,
      made.toSorted((one: number, other: number) => other - one),
    )

    const older = before.slice(1).map(({ id }: { id: string }) => id)
    const ended = await ask(world.person, "revoke-older-connections", { id: before[0].id })
    assert.deepEqual(ended.body.ended.toSorted(), older.toSorted())

    const reasons = (await listed()).map(({ endedReason }: { endedReason: string }) => endedReason)
    assert.deepEqual(reasons, [null, "revoked", "revoked"])
  })

  test("404 for another person's, which stays, and no page describes it", async (t) => {
    const world = await oauthWorld(t)
    await world.connectOverHttp()
    const { ask } = consoleOf(world)
    const [{ id }] = firstOf(await world.person.visit("/account/connections"), "list-connections").items
    const other = openBrowser(world)
    await signIn(world, other, "owner@studio.example")
    assert.equal((await ask(other, "revoke-connection", { id })).status, 404)
    assert.equal((await ask(other, "list-audit-entries", { id })).status, 404)
    assert.equal((await ask(other, "get-connection", { id })).status, 404)
    const { firstData } = (await other.visit(`/account/connections/${id}`)).island
    const names = firstData.map(([read]: [{ name: string }]) => read.name)
    assert.deepEqual(names, ["count-notifications"], "nothing of the connection")
    const { items } = await world.act("member", listConnections, {})
    assert.equal(items[0]?.endedAt, null)
  })
})
