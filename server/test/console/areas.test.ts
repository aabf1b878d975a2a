import assert from "node:assert/strict"
import { test } from "node:test"
import { consoleWorld } from "#test/support/worlds/console-world.ts"

const operator = "owner@elsewhere.example"
const isOfOperators = ({ href }: { href: string }) => href === "/operator"

test("only operators see the operators' area; for others its addresses are not found", async (t) => {
  const { world, enter } = await consoleWorld(t, {}, (app) => {
    return { ...app, admission: { ...app.admission, operators: [operator] } }
  })
  const asOperator = await enter(operator)
  const asOwner = await enter("owner@studio.example")
  for (const path of ["/operator", "/operator/nothing-of-this-name"]) {
    const island = (await asOperator.visit(path)).island
    assert.deepEqual([island.area, island.base, island.workspace], ["operator", "/operator", null])

    const refused = await asOwner.visit(path)
    assert.deepEqual([refused.status, refused.island], [404, undefined])
    assert.equal(refused.title, (await asOwner.visit("/admin/nothing")).title)

    const anonymous = await world.visit(path)
    assert.deepEqual([anonymous.status, anonymous.headers.location?.startsWith("/sign-in?")], [303, true])
  }
  assert.ok((await asOperator.visit("/elsewhere")).header.links.some(isOfOperators))
  assert.ok(!(await asOwner.visit("/studio")).header.links.some(isOfOperators))
})

test("outside of workspaces a document names none, lists the person's own, and has its answers", async (t) => {
  const { enter } = await consoleWorld(t)
  const owner = await enter("owner@studio.example")
  const page = await owner.visit("/account/purchases")
  const { island } = page
  assert.equal(page.status, 200)
  assert.deepEqual([island.area, island.base, island.workspace], ["account", "/account", null])
  assert.deepEqual(island.workspaces, [{ slug: "studio", name: "Studio Ada" }])
  const asked = island.firstData.map(([{ name }]: [{ name: string }]) => name)
  assert.deepEqual(asked, ["count-notifications", "list-bought"])
  assert.equal((await owner.visit("/account/nothing-of-this-name")).status, 404)
})

test("the sidebar lists a rarely needed page only while it has content", async (t) => {
  const { world, enter } = await consoleWorld(t)
  const dueFor = async (email: string) => (await (await enter(email)).visit("/studio/links")).island.due
  assert.deepEqual(await dueFor("admin@studio.example"), [])

  const row = {
    id: "unclear_1",
    workspace_id: world.workspaceId,
    processor_account: "installation",
    checkout_session_id: "cs_1",
  }
  const money = { amount_cents: 1900, currency: "usd", reason: "amount", refund_tries: 0, created_at: world.app.now() }
  await world.app.database.transaction((db) =>
    db
      .insertInto("unclear_money")
      .values({ ...row, ...money })
      .execute(),
  )

  assert.deepEqual(await dueFor("admin@studio.example"), ["unclear-money"])
  assert.deepEqual(await dueFor("member@studio.example"), [], "a member who may not read it gets no notice of it")
})
