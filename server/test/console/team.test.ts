import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { rowsOf } from "#test/support/basics/values-of.ts"
import { newestMail, openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { consoleWorld } from "#test/support/worlds/console-world.ts"

describe("the members' page", () => {
  test("200 with its members and invitations in the document for an admin, with members alone for others", async (t) => {
    const { enter, ask } = await consoleWorld(t)
    const admin = await enter("admin@studio.example")
    await ask(admin, "invite-member", { email: "finn@studio.example", role: "viewer" })
    const firstNames = async (email: string) => {
      const page = await (await enter(email)).visit("/studio/team")
      assert.equal(page.status, 200)
      const [, ...reads]: [{ name: string }, { items: { email: string }[] }][] = page.island.firstData
      return reads.map(([{ name }, { items }]) => [name, items.length])
    }
    assert.deepEqual(await firstNames("admin@studio.example"), [
      ["list-members", 4],
      ["list-invitations", 1],
    ])
    assert.deepEqual(await firstNames("viewer@studio.example"), [["list-members", 4]])
  })

  test("an invitation is mailed, only its address can accept it, and a withdrawn one opens nothing", async (t) => {
    const { world, enter, ask } = await consoleWorld(t)
    const owner = await enter("owner@studio.example")
    const sent = await ask(owner, "invite-member", { email: "finn@studio.example", role: "member" })
    assert.equal(sent.status, 200)
    const again = await ask(owner, "invite-member", { email: "gail@studio.example", role: "member" })
    const mail = await newestMail(world, "finn@studio.example")
    const late = await newestMail(world, "gail@studio.example")
    assert.equal((await ask(owner, "revoke-invitation", { id: again.body.id })).status, 200)
    assert.equal((await ask(owner, "revoke-invitation", { id: again.body.id })).status, 404)
    assert.equal((await owner.visit(late.path)).status, 404)

    const finn = openBrowser(world)
    await signIn(world, finn, "finn@studio.example")
    const accepted = await finn.send((await finn.visit(mail.path)).form(/^(Accept|Join)/))
    assert.equal(accepted.status, 303)
    const { items } = (await ask(finn, "list-members")).body
    const roles = Object.fromEntries(rowsOf(items, "email", "role"))
    assert.equal(roles["finn@studio.example"], "member")
    assert.equal(roles["gail@studio.example"], undefined)
  })

  test("a changed role applies at once; the last owner stays; no member grants more than they have", async (t) => {
    const { enter, ask } = await consoleWorld(t)
    const owner = await enter("owner@studio.example")
    const admin = await enter("admin@studio.example")
    const member = await enter("member@studio.example")
    const { items } = (await ask(owner, "list-members")).body
    const idOf = (email: string) => items.find((one: { email: string }) => one.email === email).accountId

    const self = await ask(admin, "change-role", { accountId: idOf("admin@studio.example"), role: "owner" })
    assert.deepEqual([self.status, self.body.error.code], [403, "workspace_forbidden"])
    const last = await ask(owner, "change-role", { accountId: idOf("owner@studio.example"), role: "admin" })
    assert.deepEqual([last.status, last.body.error.code], [409, "conflict"])
    assert.equal((await ask(owner, "leave-workspace")).status, 409)

    assert.equal((await ask(member, "list-invitations")).status, 403)
    const raised = await ask(owner, "change-role", { accountId: idOf("member@studio.example"), role: "admin" })
    assert.equal(raised.status, 200)
    assert.equal((await ask(member, "list-invitations")).status, 200)
    assert.equal((await ask(member, "leave-workspace")).status, 200)
    assert.equal((await ask(member, "list-members")).status, 403)
    assert.equal((await ask(admin, "remove-member", { accountId: idOf("viewer@studio.example") })).status, 200)
    assert.equal((await ask(owner, "list-members")).body.items.length, 2)
  })
})

describe("the pages of settings", () => {
  test("400 names the refused field, so that the form can show the refusal there", async (t) => {
    const { enter, ask } = await consoleWorld(t)
    const owner = await enter("owner@studio.example")
    for (const [name, input, field] of [
      ["invite-member", { email: "nobody", role: "member" }, "email"],
      ["attach-domain", { domain: "https://go.ada.art" }, "domain"],
      ["connect-channel", { channel: "no such name", tokenKind: "jwt", token: "x".repeat(20) }, "channel"],
      ["set-stream-plan", { url: "ftp://ada.art/plan.ics" }, "url"],
    ] as const) {
      const refused = await ask(owner, name, input)
      assert.deepEqual([refused.status, refused.body.error.field], [400, field], name)
    }
  })
})
