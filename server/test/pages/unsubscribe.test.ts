import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { listMailReaders } from "#domains/notifications/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { type PageWorld, pageWorld } from "#test/support/worlds/page-world.ts"

interface Sent {
  payload: string
  /** Empty: none is sent. */
  type?: string
  headers?: Record<string, string>
}

interface Mailed {
  world: PageWorld
  path: string
  /** Makes a sale, and returns how many mails were sent for it. */
  sell(): Promise<number>
  post(path: string, sent: Sent): Promise<number>
}

async function mailed(t: TestContext): Promise<Mailed> {
  const world = await pageWorld(t)
  const { app, cx, workspaceId, server } = world
  const offer = await offerOnSale(world)
  const [reader] = await listMailReaders({ ...app, ...cx }, { workspaceId, happening: "sold" })
  return {
    world,
    path: new URL(reader?.offUrl ?? "").pathname,
    async sell() {
      const before = world.mails().length
      const { id } = await insertPurchase(world, offer)
      await jobs["mail-seller"](cx, { purchaseId: id, event: "sold" })
      return world.mails().length - before
    },
    async post(path, { payload, type = "application/x-www-form-urlencoded", headers = {} }) {
      const sent = { ...headers, ...(type !== "" && { "content-type": type }) }
      const answer = await server.inject({ method: "POST", url: path, payload: Buffer.from(payload), headers: sent })
      return answer.statusCode
    },
  }
}

test("the mail of a sale contains the address that stops its kind, also for mail programs", async (t) => {
  const { world, path, sell } = await mailed(t)
  assert.equal(await sell(), 1)
  const eml = (world.mails().at(-1) ?? "").replace(/\r\n[ \t]/g, " ")
  assert.match(eml, new RegExp(`^List-Unsubscribe: <http://localhost:3000${path}>\r$`, "m"))
  assert.match(eml, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
})

test("opening the address stops nothing; one click of a mail program does, without a redirect", async (t) => {
  const payload = "List-Unsubscribe=One-Click"
  for (const sent of [
    { payload },
    { payload: `${payload}\r\n` },
    { payload, type: "" },
    { payload, type: "text/plain;charset=UTF-8" },
    { payload, type: "application/octet-stream" },
    { payload, headers: { origin: "https://mail.example", "sec-fetch-site": "cross-site" } },
    { payload, headers: { origin: "moz-extension://0a1b", "sec-fetch-site": "cross-site" } },
    {
      payload: '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      type: "multipart/form-data; boundary=b",
    },
  ]) {
    const { world, path, sell, post } = await mailed(t)
    const page = await world.visit(path)
    assert.equal(page.status, 200)
    assert.match(page.html, /No more emails about “Sales/)
    assert.equal(await sell(), 1)
    assert.equal(await post(path, sent), 200)
    assert.equal(await post(path, sent), 200)
    assert.equal(await sell(), 0)
    assert.match((await world.visit(path)).html, /Unsubscribed/)
  }
})

test("a press on the page stops the mails and redirects back to it", async (t) => {
  const { path, sell, post } = await mailed(t)
  assert.equal(await post(path, { payload: "" }), 303)
  assert.equal(await sell(), 0)
})

test("404: a forged address stops nothing", async (t) => {
  const { world, path, sell, post } = await mailed(t)
  for (const wrong of [
    path.replace("sales", "refunds"),
    path.replace("sales", "unclear-money"),
    path.replace(/.$/, (last) => (last === "A" ? "E" : "A")),
    path.replace("account_", "account_x"),
    "/unsubscribe/nonsense",
  ]) {
    assert.equal((await world.visit(wrong)).status, 404, wrong)
    assert.equal(await post(wrong, { payload: "List-Unsubscribe=One-Click" }), 404, wrong)
  }
  assert.equal(await sell(), 1)
})

test("receipts and mails about unclear money cannot be stopped", async (t) => {
  const { world } = await mailed(t)
  const { app, cx, workspaceId } = world
  const readers = await listMailReaders({ ...app, ...cx }, { workspaceId, happening: "money_unclear" })
  assert.ok(readers.length > 0 && readers.every(({ offUrl }) => offUrl === undefined))
})
