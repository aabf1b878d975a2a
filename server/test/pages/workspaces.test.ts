import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { openDns } from "#adapters/dns/resolver.ts"
import { dnsServer } from "#test/support/dns-server.ts"
import { type PageWorld, pageWorld } from "#test/support/page-world.ts"
import { type Browser, newestMail, openBrowser, signIn } from "#test/support/people.ts"

/** Somebody with a workspace of their own. */
async function adaWithInk(world: PageWorld): Promise<Browser> {
  const ada = openBrowser(world)
  await signIn(world, ada, "ada@example.com")
  const { data } = await ada.visit("/workspaces/new")
  const made = await ada.send(data.form, { name: "Ink & Co", slug: "Ink Co" })
  assert.equal(made.headers.location, "/inkco/settings/members")
  return ada
}

type Invitation = Record<"email" | "role", string>

/** Invites an address and lets its owner accept. */
async function invite(world: PageWorld, ada: Browser, invitation: Invitation): Promise<Browser> {
  const { manage } = (await ada.visit("/inkco/settings/members")).data
  assert.equal((await ada.send(manage.invite, invitation)).status, 303)
  const { path } = await newestMail(world, invitation.email)
  const person = openBrowser(world)
  await signIn(world, person, invitation.email)
  const accepted = await person.send((await person.visit(path)).data.accept)
  assert.equal(accepted.headers.location, "/inkco/settings/members")
  return person
}

describe("a new workspace", () => {
  test("303 to its members; 409 and 400 in place, with what was typed", async (t) => {
    const world = await pageWorld(t)
    const ada = await adaWithInk(world)
    const { form } = (await ada.visit("/workspaces/new")).data

    const taken = await ada.send(form, { name: "Ink again", slug: "ink co" })
    assert.equal(taken.status, 409)
    assert.equal(taken.data.form.name, "Ink again")
    assert.equal(taken.data.form.slug, "ink co")
    assert.match(taken.data.refusal.message, /inkco is taken/)
    assert.equal((await ada.send(form, { name: "", slug: "other" })).status, 400)
    const { refusal } = (await ada.send(form, { name: "x".repeat(81), slug: "x".repeat(2_001) })).data
    assert.match(refusal.message, /^The name is too long: .* The address is too long: [^`]*$/)
    assert.equal(refusal.hint, null)
    assert.deepEqual((await ada.visit("/account")).data.workspaces, [
      { slug: "inkco", name: "Ink & Co", role: "owner" },
    ])
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
    const { manage } = (await ada.visit("/inkco/settings/members")).data
    await ada.send(manage.invite, { email: "bo@example.com", role: "member" })
    const { path, text } = await newestMail(world, "bo@example.com")
    assert.match(text, /ada@example\.com invites you to the workspace Ink & Co/)

    const bo = openBrowser(world)
    const shown = (await bo.visit(path)).data
    assert.deepEqual([shown.workspaceName, shown.role, shown.accept], ["Ink & Co", "member", null])
    assert.equal(shown.signInPath, `/sign-in?return_to=${encodeURIComponent(path)}`)

    const eve = openBrowser(world)
    await signIn(world, eve, "eve@example.com")
    assert.equal((await eve.visit(path)).data.accept, null)
    const { formToken } = (await eve.visit("/account")).data.profile
    assert.equal((await eve.send({ action: path, formToken })).status, 403)

    await signIn(world, bo, "bo@example.com")
    assert.equal((await bo.send((await bo.visit(path)).data.accept)).status, 303)
    assert.equal((await bo.visit(path)).status, 404)
    assert.equal((await bo.visit("/inkco/settings/members")).data.members.length, 2)
  })
})

describe("the members page", () => {
  test("403 with the very next request of a member who was removed, and of a stranger", async (t) => {
    const world = await pageWorld(t)
    const ada = await adaWithInk(world)
    const bo = await invite(world, ada, { email: "bo@example.com", role: "admin" })
    const { manage, members } = (await ada.visit("/inkco/settings/members")).data
    const { accountId } = members.find(({ email }: { email: string }) => email === "bo@example.com")
    const before = (await bo.visit("/inkco/settings/members")).data.manage

    assert.equal((await ada.send(manage.remove, { account_id: accountId })).status, 303)

    assert.equal((await bo.visit("/inkco/settings/members")).status, 403)
    assert.equal((await bo.send(before.invite, { email: "eve@example.com", role: "admin" })).status, 403)
    assert.equal((await bo.visit("/nowhere/settings/members")).status, 403)
    assert.equal((await bo.visit("/account")).status, 200)
    assert.deepEqual((await ada.visit("/inkco/settings/members")).data.invitations, [])
  })

  test("200 without the forms of managing for who may not, and with the roles that one may give", async (t) => {
    const world = await pageWorld(t)
    const ada = await adaWithInk(world)
    const [bo, cy] = [
      await invite(world, ada, { email: "bo@example.com", role: "viewer" }),
      await invite(world, ada, { email: "cy@example.com", role: "admin" }),
    ]
    const rolesOf = async (who: Browser) => (await who.visit("/inkco/settings/members")).data.manage?.roles
    assert.equal(await rolesOf(bo), undefined)
    assert.deepEqual(await rolesOf(cy), ["viewer", "member", "admin"])
    assert.deepEqual(await rolesOf(ada), ["viewer", "member", "admin", "owner"])
  })

  test("409 in place for the last owner who leaves; 303 once there is another", async (t) => {
    const world = await pageWorld(t)
    const ada = await adaWithInk(world)
    await invite(world, ada, { email: "bo@example.com", role: "member" })
    const { leave, manage, members } = (await ada.visit("/inkco/settings/members")).data
    const refused = await ada.send(leave)
    assert.equal(refused.status, 409)
    assert.match(refused.data.refusal.hint, /somebody else an owner/)

    const { accountId } = members.find(({ isCaller }: { isCaller: boolean }) => !isCaller)
    assert.equal((await ada.send(manage.changeRole, { account_id: accountId, role: "owner" })).status, 303)
    assert.equal((await ada.send(leave)).headers.location, "/account")
    assert.deepEqual((await ada.visit("/account")).data.workspaces, [])
  })
})

describe("the domains page", () => {
  test("303, and the domain waits with its two records; 400 in place for what is none", async (t) => {
    const dns = await dnsServer(t)
    const world = await pageWorld(t, {}, (app) => ({ ...app, dns: openDns([dns.address], app.now) }))
    const ada = await adaWithInk(world)
    const path = "/inkco/settings/domains"
    const { manage } = (await ada.visit(path)).data

    const asked = await ada.send(manage.attach, { domain: "Go.Example.com" })
    assert.equal(asked.headers.location, path)
    const [waiting] = (await ada.visit(path)).data.domains
    assert.deepEqual([waiting.hostname, waiting.state], ["go.example.com", "waiting"])
    for (const { name, value } of waiting.records) dns.answer("TXT", name, [value])
    world.clock.advance(60_000)
    await ada.send(manage.attach, { domain: waiting.hostname })
    assert.equal((await ada.visit(path)).data.domains[0].state, "attached")
    await ada.send(manage.remove, { id: waiting.id })
    assert.deepEqual((await ada.visit(path)).data.domains, [])

    const refused = await ada.send(manage.attach, { domain: "localhost" })
    assert.equal(refused.status, 400)
    assert.equal(refused.data.manage.attach.domain, "localhost")
  })
})
