import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import type { TestContext } from "node:test"
import { valuesOf } from "#test/support/basics/values-of.ts"
import {
  type DatabaseKind,
  migratedDatabaseUrl,
  onBothDatabases,
  openDatabase,
  temporaryFolder,
} from "#test/support/databases/test-databases.ts"
import { freePort } from "#test/support/http/free-port.ts"
import { callTool, connectAgent } from "./crash-agent.ts"
import { type CrashChild, type Ground, ServerGone, startCrashChild } from "./crash-child.ts"
import { stockShop } from "./crash-shop.ts"

/** Longer than every lease. */
const leaseMs = 10 * 60_000
const tooManySteps = 100
/** `npm run soak` kills at each step on both databases. Otherwise each database gets every third step. */
const stride = process.env.STEP_KILLS === "all" ? 1 : 3

interface Answer {
  status: number
  text: string
  replayed: boolean
}

interface Trial {
  /** Prepares the request under test. Runs without a tripwire. */
  prepare(child: CrashChild, buyer: string): Promise<string>
  /** Sends the request under test. The same request again is the client's retry. */
  attempt(child: CrashChild, buyer: string, prepared: string): Promise<Answer>
  /** Asserts what must hold after the retry's response. */
  check(answer: Answer, buyer: string): Promise<void>
}

/**
 * Runs the trial for each step, or each third one: the process is killed at that step, another one starts and the
 * client retries. Ends when a trial got its response before the tripwire fired. Returns the number of the last step.
 */
async function killAtEachStep(t: TestContext, ground: Ground, trial: Trial): Promise<number> {
  let clockOffsetMs = 0
  let child = await startCrashChild(t, ground, clockOffsetMs)
  const isSqlite = ground.databaseUrl.startsWith("sqlite:")
  for (let step = isSqlite ? 1 : Math.min(2, stride); step < tooManySteps; step += stride) {
    const buyer = `buyer-${randomUUID()}@example.com`
    const prepared = await trial.prepare(child, buyer)
    await child.arm(step)
    const answered = await trial.attempt(child, buyer, prepared).catch(() => undefined)
    if (answered) {
      await trial.check(answered, buyer)
      await child.kill()
      return step - 1
    }
    await child.gone
    clockOffsetMs += leaseMs
    child = await startCrashChild(t, ground, clockOffsetMs)
    await trial.check(await trial.attempt(child, buyer, prepared), buyer)
  }
  throw new Error(`There are more than ${tooManySteps} steps, or the tripwire never fires.`)
}

async function post(url: string, key: string, body: object): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  })
  const replayed = response.headers.has("idempotent-replayed")
  return { status: response.status, text: await response.text(), replayed }
}

/** The key a buyer's client keeps for its retries. */
const keyOf = (buyer: string) => buyer.slice("buyer-".length, -"@example.com".length)

async function groundFor(t: TestContext, kind: DatabaseKind) {
  const ground = {
    dataDir: temporaryFolder(t),
    databaseUrl: await migratedDatabaseUrl(t, kind),
    port: await freePort(),
  }
  return { ground, shop: await stockShop(t, ground), read: openDatabase(t, ground.databaseUrl).read }
}

onBothDatabases("a checkout survives a kill at each of its steps", async (t, kind) => {
  const { ground, shop, read } = await groundFor(t, kind)
  const steps = await killAtEachStep(t, ground, {
    prepare: async () => shop.giftCodes.pop() ?? "",
    attempt: (child, buyerEmail, giftCode) =>
      post(`${child.url}/api/pay/${shop.shortKey}/checkout`, keyOf(buyerEmail), { buyerEmail, giftCode }),
    check: async (answer, buyer) => {
      assert.equal(answer.status, 200, answer.text)
      const purchases = await read.selectFrom("purchases").selectAll().where("buyer_email", "=", buyer).execute()
      assert.equal(purchases.length, 1)
      assert.equal(purchases[0]?.discount_cents, 500)
      assert.equal(purchases[0]?.checkout_session_id, JSON.parse(answer.text).sessionId)
      assert.deepEqual(shop.checkoutSessionsOf(purchases[0]?.id ?? ""), [purchases[0]?.checkout_session_id])
    },
  })
  t.diagnostic(`checkout: killed up to step ${steps}`)
  assert.ok(steps >= 8, `${steps} steps are fewer than a checkout has`)
})

onBothDatabases("a fulfilment survives a kill at each of its steps", async (t, kind) => {
  const { ground, shop, read } = await groundFor(t, kind)
  const steps = await killAtEachStep(t, ground, {
    prepare: async (child, buyerEmail) => {
      const checkout = await post(`${child.url}/api/pay/${shop.shortKey}/checkout`, randomUUID(), { buyerEmail })
      const { sessionId } = JSON.parse(checkout.text)
      const card = { card: "4242424242424242" }
      assert.equal((await post(`${child.url}/sandbox/sessions/${sessionId}/pay`, randomUUID(), card)).status, 200)
      return JSON.stringify({ key: randomUUID(), sessionId })
    },
    attempt: (child, _buyer, prepared) => {
      const { key, sessionId } = JSON.parse(prepared)
      return post(`${child.url}/api/pay/${shop.shortKey}/verify`, key, { sessionId })
    },
    check: async (answer, buyer) => {
      assert.equal(answer.status, 200, answer.text)
      const { paid, fulfilled, deliveryUrl } = JSON.parse(answer.text)
      assert.deepEqual({ paid, fulfilled }, { paid: true, fulfilled: true })
      assert.match(deliveryUrl, /\/delivery\//)
      const purchases = await read.selectFrom("purchases").selectAll().where("buyer_email", "=", buyer).execute()
      assert.deepEqual(valuesOf(purchases, "state"), ["fulfilled"])
      assert.deepEqual(shop.chargesOf(purchases[0]?.id ?? ""), [shop.priceCents])
      const jobs = await read.selectFrom("jobs").selectAll().where("payload", "like", `%${purchases[0]?.id}%`).execute()
      assert.equal(jobs.filter(({ kind }) => kind === "mail-receipt").length, 1)
    },
  })
  t.diagnostic(`fulfilment: killed up to step ${steps}`)
  assert.ok(steps >= 8, `${steps} steps are fewer than a fulfilment has`)
})

onBothDatabases("the work after a fulfilment survives a kill at each of its steps", async (t, kind) => {
  const { ground, shop, read } = await groundFor(t, kind)
  const steps = await killAtEachStep(t, ground, {
    prepare: async (child, buyerEmail) => {
      const redeemed = await post(`${child.url}/api/pay/${shop.shortKey}/gift`, randomUUID(), {
        code: shop.fullGiftCode,
        buyerEmail,
      })
      assert.equal(redeemed.status, 200, redeemed.text)
      return ""
    },
    attempt: async (child) => {
      await child.runJobs()
      return { status: 200, text: "", replayed: false }
    },
    check: async (_answer, buyer) => {
      assert.equal(await read.selectFrom("jobs").select("id").executeTakeFirst(), undefined, "no job is left behind")
      assert.ok(
        shop.mails().some((mail) => mail.includes(buyer)),
        "the receipt was sent",
      )
    },
  })
  t.diagnostic(`jobs: killed up to step ${steps}`)
  assert.ok(steps >= 6, `${steps} steps are fewer than two mails have`)
})

onBothDatabases("a keyed call of a tool gets its first answer after a kill at each of its steps", async (t, kind) => {
  const { ground, read } = await groundFor(t, kind)
  const baseUrl = `http://127.0.0.1:${ground.port}`
  const token = await connectAgent(ground, baseUrl)
  const create = async (key: string) => {
    const args = { destination: `https://example.com/${key}`, idempotency_key: key }
    return { status: 200, text: await callTool({ url: baseUrl, baseUrl, token, name: "create_link", args }) }
  }
  const steps = await killAtEachStep(t, ground, {
    prepare: async () => "",
    attempt: async (_child, buyer) => ({ ...(await create(keyOf(buyer))), replayed: false }),
    check: async ({ text }, buyer) => {
      const links = read.selectFrom("short_links").select("id")
      const found = await links.where("destination", "=", `https://example.com/${keyOf(buyer)}`).execute()
      assert.deepEqual(
        [JSON.parse(text).result?.structuredContent.id],
        found.map(({ id }) => id),
        text,
      )
    },
  })
  t.diagnostic(`tool call: killed up to step ${steps}`)
  assert.ok(steps >= 3, `${steps} steps are fewer than a transaction has`)
})

onBothDatabases("an acknowledged answer outlives the process, byte for byte", async (t, kind) => {
  const { ground, shop } = await groundFor(t, kind)
  const key = randomUUID()
  const body = { buyerEmail: "bo@example.com" }
  const checkout = (child: CrashChild) => post(`${child.url}/api/pay/${shop.shortKey}/checkout`, key, body)

  const first = await startCrashChild(t, ground, 0)
  const acknowledged = await checkout(first)
  await first.kill()
  const second = await startCrashChild(t, ground, 0)
  const again = await checkout(second)
  await second.kill()

  assert.equal(acknowledged.status, 200)
  assert.deepEqual(again, { ...acknowledged, replayed: true })
})

onBothDatabases("the tripwire counts steps and fires at the armed one", async (t, kind) => {
  const { ground, shop } = await groundFor(t, kind)
  const child = await startCrashChild(t, ground, 0)
  await child.arm(1_000)
  await post(`${child.url}/api/pay/${shop.shortKey}/checkout`, randomUUID(), { buyerEmail: "bo@example.com" })
  assert.ok((await child.countSteps()) >= 8)
  await child.arm(1)
  await assert.rejects(
    post(`${child.url}/api/pay/${shop.shortKey}/checkout`, randomUUID(), { buyerEmail: "bo@example.com" }),
  )
  await child.gone
  await assert.rejects(child.countSteps(), ServerGone)
})
