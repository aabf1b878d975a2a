import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { consoleWorld, firstOf, tokenOf } from "#test/support/console-world.ts"
import { type PageWorld, pageWorld } from "#test/support/page-world.ts"
import { type Browser, newestMail, openBrowser, signIn } from "#test/support/people.ts"

/** Somebody with a workspace of their own. */
async function adaWithInk(world: PageWorld): Promise<Browser> {
  const ada = openBrowser(world)
  await signIn(world, ada, "ada@example.com")
  const page = await ada.visit("/workspaces/new")
  const made = await ada.send(page.form("Make the workspace"), { name: "Ink & Co", slug: "Ink Co" })
  assert.equal(made.headers.location, "/inkco")
  return ada
}

describe("a new workspace", () => {
  test("303 to it; 409 and 400 in place, with what was typed", async (t) => {
    const world = await pageWorld(t)
    const ada = await adaWithInk(world)
    const form = (await ada.visit("/workspaces/new")).form("Make the workspace")

    const typed = { name: "Ink again", slug: "ink co" }
    const taken = await ada.send(form, typed)
    assert.equal(taken.status, 409)
    assert.deepEqual(taken.form("Make the workspace"), { ...form, fields: { ...form.fields, ...typed } })
    assert.match(taken.refusal, /inkco is taken/)
    assert.equal((await ada.send(form, { name: "", slug: "other" })).status, 400)
    const refused = await ada.send(form, { name: "x".repeat(81), slug: "x".repeat(2_001) })
    assert.match(refused.refusal, /^The name is too long: .* The address is too long: [^`]*$/)
    assert.deepEqual(refused.all("[role=alert] div"), [], "a hint about names of the schema is left out")
    const { workspaces } = firstOf(await ada.visit("/account"), "list-workspaces")
    const facts = workspaces.map(({ name, slug, role }: Record<string, string>) => [name, slug, role])
    assert.deepEqual(facts, [["Ink & Co", "inkco", "owner"]])
  })

  test("303 to signing in for nobody", async (t) => {
    const world = await pageWorld(t)
    const answer = await openBrowser(world).post("/workspaces/new", { name: "x", slug: "xyz" })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, "/sign-in?return_to=%2Fworkspaces%2Fnew")
  })
})

describe("the invitation page", () => {
  test("200 for whoever holds the link, who signs in and comes back to it; it is for its address alone", async (t) => {
    const { world, enter, ask } = await consoleWorld(t)
    await ask(await enter("owner@studio.example"), "invite-member", { email: "bo@example.com", role: "member" })
    const { path, text } = await newestMail(world, "bo@example.com")
    assert.match(text, /invites you to the workspace Studio Ada/)

    const bo = openBrowser(world)
    const shown = await bo.visit(path)
    assert.deepEqual([shown.title, shown.hasForm("Join")], ["Join Studio Ada", false])
    assert.match(shown.text, /invites you to be a member/)
    const href = `/sign-in?return_to=${encodeURIComponent(path)}`
    assert.deepEqual(shown.links, [{ text: "Sign in to join", href }])

    const eve = openBrowser(world)
    await signIn(world, eve, "eve@example.com")
    const others = await eve.visit(path)
    assert.equal(others.hasForm("Join"), false)
    assert.match(others.text, /The invitation is for bo@example\.com\. You are signed in as eve@example\.com\./)
    assert.equal((await eve.post(path, { form_token: await tokenOf(eve) })).status, 403)

    await signIn(world, bo, "bo@example.com")
    assert.equal((await bo.send((await bo.visit(path)).form("Join"))).status, 303)
    assert.equal((await bo.visit(path)).status, 404)
    assert.equal((await ask(bo, "list-members")).body.items.length, 5)
  })
})
