import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { test } from "node:test"
import type { App } from "#access/perform.ts"
import type { Counters } from "#adapters/counters/port.ts"
import { readMessage } from "#adapters/mail/read-message.ts"
import { createGiftCode } from "#domains/handover/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { type Browser, openBrowser } from "#test/support/pages/simple-browser.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { type PageWorld, pageWorld } from "#test/support/worlds/page-world.ts"

const people = 300
const from = { "x-forwarded-for": "203.0.113.7" }

/** Counts in windows of the test's clock. */
function countersBy(now: () => number): Counters {
  const windows = new Map<string, { hits: number; endsAt: number }>()
  const toCount = ({ hits, endsAt }: { hits: number; endsAt: number }) => ({ hits, resetMs: endsAt - now() })
  const find = (key: string) => {
    const window = windows.get(key)
    return window && window.endsAt > now() ? window : undefined
  }
  return {
    async hit(key, windowMs) {
      const window = find(key) ?? { hits: 0, endsAt: now() + windowMs }
      window.hits += 1
      windows.set(key, window)
      return toCount(window)
    },
    async peek(key) {
      const window = find(key)
      return window && toCount(window)
    },
    async close() {},
  }
}

/** What one person does on the pay pages: a free offer, then a gift code that they type in their own way. */
async function buy(world: PageWorld, browser: Browser, { free, paid, code, email }: Record<string, string>) {
  const post = (path: string, body: object) =>
    world.post(path, body, { ...from, ...browser.headers(), "idempotency-key": randomUUID() })
  const pages = [await browser.visit(`/pay/${free}`, from), await browser.visit(`/pay/${paid}`, from)]
  const answers = [
    await post(`/api/pay/${free}/checkout`, { buyerEmail: email }),
    await post(`/api/pay/${paid}/gift`, { code, buyerEmail: email }),
  ]
  return [...pages, ...answers].map(({ status }) => status)
}

test("300 people behind one address take a free offer, redeem codes and sign in within ten minutes", async (t) => {
  let served: App | undefined
  const world = await pageWorld(t, { SVC_TRUSTED_PROXIES: "127.0.0.1" }, (app) => {
    served = { ...app, counters: countersBy(app.now) }
    return served
  })
  const free = (await offerOnSale(world, { priceCents: 0 })).shortKey ?? ""
  const paid = (await offerOnSale(world)).shortKey ?? ""
  await world.act("admin", createGiftCode, { kind: "full", code: "CLASS-OF-2026" })
  const typed = ["CLASS-OF-2026", "class of 2026", "Classof2026", "class–of–2026", "ＣＬＡＳＳ－ＯＦ－２０２６"]
  const began = world.clock.now()

  const asked: { email: string; browser: Browser; path: string }[] = []
  for (let n = 0; n < people; n += 1) {
    const email = `pupil${n}@school.example`
    const browser = openBrowser(world)
    // A tenth mistypes the code first. They make the same few mistakes.
    if (n % 10 === 0) await world.post(`/api/pay/${paid}/gift`, { code: `CLASS-OF-20${n % 30}` }, from)
    const code = typed[n % typed.length] ?? ""
    assert.deepEqual(await buy(world, browser, { free, paid, code, email }), [200, 200, 200, 200], email)
    const form = (await browser.visit("/sign-in", from)).form("Email me a code")
    const { status, headers } = await browser.post(form.action, { ...form.fields, email }, from)
    assert.equal(status, 303, email)
    asked.push({ email, browser, path: String(headers.location) })
    world.clock.advance(1_000)
  }
  await runDueJobs(served ?? world.app, jobs)
  const mails = Map.groupBy(world.mails().map(readMessage), ({ to }) => to)
  for (const { email, browser, path } of asked) {
    const subjects = (mails.get(email) ?? []).map(({ subject }) => subject)
    assert.equal(subjects.length, 3, `${email} has two receipts and a code`)
    const code = subjects.find((subject) => subject.includes("code")) ?? ""
    const form = (await browser.visit(path, from)).form("Sign in")
    assert.equal((await browser.post(form.action, { ...form.fields, code }, from)).status, 303, email)
    world.clock.advance(1_000)
  }

  assert.ok(world.clock.now() - began <= 600_000)
})
