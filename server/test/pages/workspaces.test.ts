import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { openDns } from "#adapters/dns/resolver.ts"
import { dnsServer } from "#test/support/dns-server.ts"
import { type PageWorld, pageWorld } from "#test/support/page-world.ts"
import { type Browser, newestMail, openBrowser, signIn } from "#test/support/people.ts"
import { wordsOf } from "#test/support/read-page.ts"

/** Somebody with a workspace of their own. */
async function adaWithInk(world: PageWorld): Promise<Browser> {
  const ada = openBrowser(world)
  await signIn(world, ada, "ada@example.com")
  const page = await ada.visit("/workspaces/new")
  const made = await ada.send(page.form("Make the workspace"), { name: "Ink & Co", slug: "Ink Co" })
  assert.equal(made.headers.location, "/inkco/settings/members")
  return ada
}

type Invitation = Record<"email" | "role", string>

/** Invites an address and lets its owner accept. */
async function invite(world: PageWorld, ada: Browser, invitation: Invitation): Promise<Browser> {
  const form = (await ada.visit("/inkco/settings/members")).form("Send the invitation")
  assert.equal((await ada.send(form, invitation)).status, 303)
  const { path } = await newestMail(world, invitation.email)
  const person = openBrowser(world)
  await signIn(world, person, invitation.email)
  const accepted = await person.send((await person.visit(path)).form("Join"))
  assert.equal(accepted.headers.location, "/inkco/settings/members")
  return person
}

describe("a new workspace", () => {
  test("303 to its members; 409 and 400 in place, with what was typed", async (t) => {
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
    const { rows } = (await ada.visit("/account")).section("Workspaces")
    assert.equal(rows.length, 1)
    assert.match(rows[0]?.text ?? "", /^Ink & Co inkco · you are an owner/)
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
    const world = await pageWorld(t)
    const ada = await adaWithInk(world)
    const invitation = (await ada.visit("/inkco/settings/members")).form("Send the invitation")
    await ada.send(invitation, { email: "bo@example.com", role: "member" })
    const { path, text } = await newestMail(world, "bo@example.com")
    assert.match(text, /ada@example\.com invites you to the workspace Ink & Co/)

    const bo = openBrowser(world)
    const shown = await bo.visit(path)
    assert.deepEqual([shown.title, shown.hasForm("Join")], ["Join Ink & Co", false])
    assert.match(shown.text, /invites you to be a member/)
    const href = `/sign-in?return_to=${encodeURIComponent(path)}`
    assert.deepEqual(shown.links, [{ text: "Sign in to join", href }])

    const eve = openBrowser(world)
    await signIn(world, eve, "eve@example.com")
    const others = await eve.visit(path)
    assert.equal(others.hasForm("Join"), false)
    assert.match(others.text, /The invitation is for bo@example\.com\. You are signed in as eve@example\.com\./)
    const { form_token = "" } = (await eve.visit("/account")).form("Save").fields
    assert.equal((await eve.post(path, { form_token })).status, 403)

    await signIn(world, bo, "bo@example.com")
    assert.equal((await bo.send((await bo.visit(path)).form("Join"))).status, 303)
    assert.equal((await bo.visit(path)).status, 404)
    assert.equal((await bo.visit("/inkco/settings/members")).section("Who belongs here").rows.length, 2)
  })
})

describe("the members page", () => {
  test("403 with the very next request of a member who was removed, and of a stranger", async (t) => {
    const world = await pageWorld(t)
    const ada = await adaWithInk(world)
    const bo = await invite(world, ada, { email: "bo@example.com", role: "admin" })
    const row = (await ada.visit("/inkco/settings/members")).row("bo@example.com")
    const before = (await bo.visit("/inkco/settings/members")).form("Send the invitation")

    assert.equal((await ada.send(row.form("Remove from the workspace"))).status, 303)

    assert.equal((await bo.visit("/inkco/settings/members")).status, 403)
    assert.equal((await bo.send(before, { email: "eve@example.com", role: "admin" })).status, 403)
    assert.equal((await bo.visit("/nowhere/settings/members")).status, 403)
    assert.equal((await bo.visit("/account")).status, 200)
    assert.equal((await ada.visit("/inkco/settings/members")).hasForm(/^Take back/), false)
  })

  test("200 without the forms of managing for who may not, and with the roles that one may give", async (t) => {
    const world = await pageWorld(t)
    const ada = await adaWithInk(world)
    const [bo, cy] = [
      await invite(world, ada, { email: "bo@example.com", role: "viewer" }),
      await invite(world, ada, { email: "cy@example.com", role: "admin" }),
    ]
    const rolesOf = async (who: Browser) =>
      (await who.visit("/inkco/settings/members"))
        .all("form[action$='/invite'] select[name=role] option")
        .map((option) => option.getAttribute("value"))
    const { forms, section, hasSection, text } = await bo.visit("/inkco/settings/members")
    assert.deepEqual(
      forms(/./).map(({ action }) => action),
      ["/inkco/settings/members/leave"],
    )
    assert.equal(hasSection("Invite"), false)
    assert.equal(section("Who belongs here").rows.length, 3)
    assert.match(text, /You, a viewer/)
    assert.deepEqual(await rolesOf(cy), ["viewer", "member", "admin"])
    assert.deepEqual(await rolesOf(ada), ["viewer", "member", "admin", "owner"])
  })

  test("409 in place for the last owner who leaves; 303 once there is another", async (t) => {
    const world = await pageWorld(t)
    const ada = await adaWithInk(world)
    await invite(world, ada, { email: "bo@example.com", role: "member" })
    const page = await ada.visit("/inkco/settings/members")
    const refused = await ada.send(page.form("Yes, leave"))
    assert.equal(refused.status, 409)
    assert.match(refused.refusal, /somebody else an owner/)

    const change = page.row("bo@example.com").form("Change the role")
    assert.equal(change.fields.role, "member")
    assert.equal((await ada.send(change, { role: "owner" })).status, 303)
    assert.equal((await ada.send(page.form("Yes, leave"))).headers.location, "/account")
    assert.deepEqual((await ada.visit("/account")).section("Workspaces").rows, [])
  })
})

describe("the domains page", () => {
  test("303, and the domain waits with its two records; 400 in place for what is none", async (t) => {
    const dns = await dnsServer(t)
    const world = await pageWorld(t, {}, (app) => ({ ...app, dns: openDns([dns.address], app.now) }))
    const ada = await adaWithInk(world)
    const path = "/inkco/settings/domains"
    const attach = (await ada.visit(path)).form("Attach")

    const asked = await ada.send(attach, { domain: "Go.Example.com" })
    assert.equal(asked.headers.location, path)
    const waiting = (await ada.visit(path)).section("go.example.com")
    assert.match(waiting.text, /It is waiting\./)
    const records = waiting.all("dl > div").map((record) => record.querySelectorAll("dt, dd").map(wordsOf))
    assert.equal(records.length, 2)
    for (const [name = "", value = ""] of records) dns.answer("TXT", name.replace("TXT ", ""), [value])
    world.clock.advance(60_000)
    await ada.send(waiting.form("Look again"))
    const attached = (await ada.visit(path)).section("go.example.com")
    assert.match(attached.text, /It is attached\./)
    await ada.send(attached.form("Remove go.example.com"))
    assert.equal((await ada.visit(path)).hasSection("go.example.com"), false)

    const refused = await ada.send(attach, { domain: "localhost" })
    assert.equal(refused.status, 400)
    assert.equal(refused.form("Attach").fields.domain, "localhost")
  })
})
