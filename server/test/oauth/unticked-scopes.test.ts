import assert from "node:assert/strict"
import { test } from "node:test"
import { openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { addressOf, oauthWorld } from "#test/support/worlds/oauth-world.ts"

const pathOf = (location: unknown) => {
  const { pathname, search } = new URL(String(location))
  return pathname + search
}

test("200: an unticked scope is not granted, and the token's scope lists the granted ones", async (t) => {
  const { authorize, person, exchange } = await oauthWorld(t)
  const page = await person.visit(pathOf((await authorize()).headers.location))
  const { action, fields } = page.form("Allow")
  assert.equal(fields["links:read"], "on")
  assert.equal(fields["workspace:read"], "on")
  const { "links:read": _unticked, ...staying } = fields

  const answer = await person.post(action, { ...staying, decision: "allow" })

  assert.equal(answer.status, 200, answer.html)
  const code = addressOf(answer).searchParams.get("code") ?? ""
  assert.equal((await exchange(code)).body.scope, "workspace:read")
})

test("400: with nothing ticked the page says so, keeps the choice, and the request stays open", async (t) => {
  const { authorize, person } = await oauthWorld(t)
  const path = pathOf((await authorize()).headers.location)
  const { action, fields } = (await person.visit(path)).form("Allow")
  const { "links:read": _links, "workspace:read": _workspace, ...staying } = fields

  const refused = await person.post(action, { ...staying, decision: "allow" })

  assert.equal(refused.status, 400)
  assert.match(refused.refusal, /No permissions selected/)
  assert.deepEqual(
    refused.all("input[type=checkbox]").map((box) => box.hasAttribute("checked")),
    [false, false],
  )
  assert.equal((await person.visit(path)).status, 200)
})

test("303: a person without a workspace makes one, and returns to the request", async (t) => {
  const world = await oauthWorld(t)
  const stranger = openBrowser(world)
  await signIn(world, stranger, "new@elsewhere.example")
  const path = pathOf((await world.authorize()).headers.location)
  const page = await stranger.visit(path)
  const { href = "" } = page.links.find(({ text }) => text === "Create workspace") ?? {}

  const form = (await stranger.visit(href)).form("Create workspace")
  const made = await stranger.send(form, { name: "New", slug: "new-here" })

  assert.equal(made.status, 303, made.html)
  assert.equal(made.headers.location, path)
  assert.equal((await stranger.send((await stranger.visit(path)).form("Allow"), { decision: "allow" })).status, 200)
})
