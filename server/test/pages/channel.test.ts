import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { openStreamElements } from "#adapters/stream-elements/kappa.ts"
import { pageWorld } from "#test/support/page-world.ts"
import { openBrowser, signIn } from "#test/support/people.ts"
import { openStreamElementsStandIn } from "#test/support/stream-elements-stand-in.ts"

const path = "/studio/settings/channel"
const disconnecting = "Yes, disconnect and forget the token"
const good = { channel: "ada_draws", token_kind: "jwt", token: "jwt-of-ada-draws" }

/** The workspace `studio`, and the browsers that those in it are signed in with. */
async function studio(t: TestContext) {
  const standIn = await openStreamElementsStandIn(t)
  const world = await pageWorld(t, {}, (app) => ({ ...app, streamElements: openStreamElements(standIn.url) }))
  const browserOf = async (email: string) => {
    const browser = openBrowser(world)
    await signIn(world, browser, email)
    return browser
  }
  return { world, standIn, browserOf }
}

test("200 with no channel and the form; 303, and it is connected; 303, and it is not any more", async (t) => {
  const { browserOf } = await studio(t)
  const admin = await browserOf("admin@studio.example")
  const before = await admin.visit(path)
  assert.equal(before.status, 200)
  assert.match(before.text, /No channel is connected Connect one below\./)
  assert.equal(before.hasForm(disconnecting), false)
  const connect = before.form("Connect")
  assert.deepEqual([connect.fields.channel, connect.fields.token_kind, connect.fields.token], ["", "jwt", ""])

  const connected = await admin.send(connect, good)
  assert.deepEqual([connected.status, connected.headers.location], [303, path])
  const shown = await admin.visit(path)
  assert.match(shown.section("ada_draws").text, /It is connected, since/)
  assert.doesNotMatch(shown.html, /jwt-of-ada-draws/)

  const other = await admin.send(connect, { ...good, token_kind: "oauth", token: "oauth-of-ada-draws" })
  assert.equal(other.status, 303)

  const disconnected = await admin.send(shown.form(disconnecting))
  assert.deepEqual([disconnected.status, disconnected.headers.location], [303, path])
  assert.match((await admin.visit(path)).text, /No channel is connected/)
  const again = await admin.send(shown.form(disconnecting))
  assert.equal(again.status, 409)
  assert.match(again.refusal, /no StreamElements channel connected/)
})

test("400 and 404 in place, with what was typed but the token; what was connected stays", async (t) => {
  const { browserOf } = await studio(t)
  const admin = await browserOf("admin@studio.example")
  const connect = (await admin.visit(path)).form("Connect")
  await admin.send(connect, good)
  for (const [wrong, status, says] of [
    [{ token: "jwt-of-somebody" }, 400, /This does not open this channel/],
    [{ token_kind: "oauth" }, 400, /This does not open this channel/],
    [{ token: "two words, secret" }, 400, /This must be a token/],
    [{ channel: "../users" }, 400, /This must be a channel's name or id/],
    [{ channel: "nobody" }, 404, /no such channel/],
  ] as const) {
    const typed = { ...good, ...wrong }
    const refused = await admin.send(connect, typed)
    assert.equal(refused.status, status)
    assert.match(refused.refusal, says)
    assert.deepEqual(refused.form("Connect").fields, { ...connect.fields, ...typed, token: "" })
    assert.ok(!refused.html.includes(typed.token))
    assert.ok(refused.hasSection("ada_draws"))
  }
})

test("200 without the forms for members and viewers, whose posts are 403; 403 for strangers", async (t) => {
  const { browserOf } = await studio(t)
  const owner = await browserOf("owner@studio.example")
  await owner.send((await owner.visit(path)).form("Connect"), good)
  for (const email of ["member@studio.example", "viewer@studio.example"]) {
    const browser = await browserOf(email)
    const { status, hasSection, forms } = await browser.visit(path)
    assert.deepEqual([status, hasSection("ada_draws"), forms(/./)], [200, true, []])
    const { form_token = "" } = (await browser.visit("/account")).form("Save").fields
    assert.equal((await browser.post(path, { ...good, form_token })).status, 403)
    assert.equal((await browser.post(`${path}/disconnect`, { form_token })).status, 403)
  }
  const stranger = await browserOf("owner@elsewhere.example")
  assert.equal((await stranger.visit(path)).status, 403)
  const { form_token = "" } = (await stranger.visit("/account")).form("Save").fields
  assert.equal((await stranger.post(`${path}/disconnect`, { form_token })).status, 403)
  assert.ok((await owner.visit(path)).hasSection("ada_draws"))
})

test("403 without the form's token; 303 to signing in for nobody", async (t) => {
  const { browserOf, standIn, world } = await studio(t)
  const admin = await browserOf("admin@studio.example")
  const refused = await admin.post(path, good)
  assert.equal(refused.status, 403)
  assert.deepEqual(standIn.requests, [])
  assert.match((await admin.visit(path)).text, /No channel is connected/)

  const nobody = await openBrowser(world).visit(path)
  assert.equal(nobody.status, 303)
  assert.equal(nobody.headers.location, `/sign-in?return_to=${encodeURIComponent(path)}`)
})
