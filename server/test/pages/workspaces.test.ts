import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { type Browser, newestMail, openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { consoleWorld, firstOf, tokenOf } from "#test/support/worlds/console-world.ts"
import { type PageWorld, pageWorld } from "#test/support/worlds/page-world.ts"

/** A person with her own workspace. */
async function adaWithInk(world: PageWorld): Promise<Browser> {
  const ada = openBrowser(world)
  await signIn(world, ada, "ada@example.com")
  const page = await ada.visit("/workspaces/new")
  const made = await ada.send(page.form("Create workspace"), { name: "Ink & Co", slug: "Ink Co" })
  assert.equal(made.headers.location, "/inkco")
  return ada
}

describe("a new workspace", () => {
  test("303 to it; 409 and 400 in place, with the typed values", async (t) => {
    const world = await pageWorld(t)
    const ada = await adaWithInk(world)
    const form = (await ada.visit("/workspaces/new")).form("Create workspace")

    const typed = { name: "Ink again", slug: "ink co" }
    const taken = await ada.send(form, typed)
    assert.equal(taken.status, 409)
    assert.deepEqual(taken.form("Create workspace"), { ...form, fields: { ...form.fields, ...typed } })
    assert.match(taken.refusal, /“inkco” is taken/)
    assert.equal((await ada.send(form, { name: "", slug: "other" })).status, 400)
    const refused = await ada.send(form, { name: "x".repeat(81), slug: "x".repeat(2_001) })
    assert.match(refused.refusal, /^Name is too long; .* Workspace URL is too long; [^`]*$/)
    assert.deepEqual(refused.all("[role=alert] div"), [], "a hint about names of the schema is left out")
    const { workspaces } = firstOf(await ada.visit("/account"), "list-workspaces")
    const facts = workspaces.map(({ name, slug, role }: Record<string, string>) => [name, slug, role])
    assert.deepEqual(facts, [["Ink & Co", "inkco", "owner"]])
  })

  test("303 to the sign-in page without a session", async (t) => {
    const world = await pageWorld(t)
    const answer = await openBrowser(world).post("/workspaces/new", { name: "x", slug: "xyz" })
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.location, "/sign-in?return_to=%2Fworkspaces%2Fnew")
  })
})

describe("the invitation page", () => {
  test("200 for a visitor with the link, who signs in and returns to it; only its address can accept it", async (t) => {
    const { world, enter, ask } = await consoleWorld(t)
    await ask(await enter("owner@studio.example"), "invite-member", { email: "bo@example.com", role: "member" })
    const { path, text } = await newestMail(world, "bo@example.com")
    assert.match(text, /invited you to Studio Ada/)

    const bo = openBrowser(world)
    const shown = await bo.visit(path)
    assert.deepEqual([shown.title, shown.hasForm("Join workspace")], ["Join Studio Ada", false])
    assert.match(shown.text, /invited you as a member/)
    const href = `/sign-in?return_to=${encodeURIComponent(path)}`
    assert.deepEqual(shown.links, [{ text: "Sign in to join", href }])

    const eve = openBrowser(world)
    await signIn(world, eve, "eve@example.com")
    const others = await eve.visit(path)
    assert.equal(others.hasForm("Join workspace"), false)
    assert.match(others.text, /This invitation is for bo@example\.com You’re signed in as eve@example\.com\./)
    assert.equal((await eve.post(path, { form_token: await tokenOf(eve) })).status, 403)

    await signIn(world, bo, "bo@example.com")
    assert.equal((await bo.send((await bo.visit(path)).form("Join workspace"))).status, 303)
    assert.equal((await bo.visit(path)).status, 404)
    assert.equal((await ask(bo, "list-members")).body.items.length, 5)
  })
})

describe("a workspace's former address", () => {
  test("303 to the same page under the present one, for its members; 403 for others", async (t) => {
    const { enter, ask } = await consoleWorld(t)
    const owner = await enter("owner@studio.example")
    const stranger = await enter("owner@elsewhere.example")
    assert.equal((await ask(owner, "change-slug", { slug: "Atelier Ada" })).body.slug, "atelierada")

    const led = await owner.visit("/studio/links?q=a%20b")
    assert.deepEqual([led.status, led.headers.location], [303, "/atelierada/links?q=a%20b"])
    assert.equal((await owner.visit("/atelierada/links")).status, 200)
    assert.equal((await stranger.visit("/studio")).status, 403)
    // A page that was open before continues to work.
    const asked = await ask(owner, "get-own-workspace")
    assert.deepEqual([asked.status, asked.body.slug], [200, "atelierada"])
  })
})

describe("the trash of workspaces", () => {
  test("303 there from a deleted workspace; its owner restores it, and others see whom to ask", async (t) => {
    const { enter, ask } = await consoleWorld(t)
    const owner = await enter("owner@studio.example")
    const member = await enter("member@studio.example")
    const refused = await ask(owner, "trash-workspace", { slug: "elsewhere" })
    assert.deepEqual([refused.status, refused.body.error.field], [400, "slug"])
    assert.equal((await ask(member, "trash-workspace", { slug: "studio" })).status, 403)
    assert.equal((await ask(owner, "trash-workspace", { slug: "studio" })).status, 200)

    for (const from of ["/studio/links", "/workspaces"]) {
      const led = await owner.visit(from)
      assert.deepEqual([led.status, led.headers.location], [303, "/workspaces/trash"], from)
    }
    assert.equal((await ask(owner, "list-links")).status, 403)
    const theirs = await member.visit("/workspaces/trash")
    assert.match(theirs.text, /by an owner/)
    assert.equal(theirs.hasForm(/^Restore/), false)
    const restored = await owner.send((await owner.visit("/workspaces/trash")).form(/^Restore/))
    assert.deepEqual([restored.status, restored.headers.location], [303, "/studio"])
    assert.equal((await owner.visit("/studio")).status, 200)
    const again = await owner.post("/workspaces/trash", { slug: "studio", form_token: "made up" })
    assert.equal(again.status, 403)
    assert.match((await owner.visit("/workspaces/trash")).text, /No workspaces in trash/)
  })
})
