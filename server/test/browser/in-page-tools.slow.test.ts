import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { Page } from "playwright-core"
import { endpoints } from "#surfaces/rest/endpoints.ts"
import { until } from "#test/support/basics/until.ts"
import { cards, pay } from "#test/support/browser/buyer.ts"
import { doBehind } from "#test/support/browser/console.ts"
import { modelContextStandIn } from "#test/support/browser/model-context.ts"
import { untilReady, withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser } from "#test/support/browser/studio.ts"
import { type StudioOfFile, studioOfFile } from "#test/support/browser/studio-of-file.ts"

const skip = noBrowser ?? false
const toolNames = endpoints.map(({ id }) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).sort()
const studio = studioOfFile()

/** A browser whose pages have the stand-in of WebMCP. */
async function openWithAgent(t: TestContext, options?: Parameters<StudioOfFile["open"]>[0]): Promise<Page> {
  const { page, context } = await (await studio()).open(options)
  t.after(() => context.close())
  await page.addInitScript(modelContextStandIn)
  return page
}

test("a browser with WebMCP gets the tools and their hints", {
  skip,
}, async (t) => {
  const { page, context } = await (await studio()).open()
  t.after(() => context.close())
  await page.goto("/pay/demo")
  if (!(await page.evaluate("'modelContext' in document"))) return t.skip("This browser has no WebMCP.")
  const tools = await page.evaluate<{ name: string; annotations?: Record<string, boolean> }[]>(
    "document.modelContext.getTools().then((all) => all.map(({ name, annotations }) => ({ name, annotations })))",
  )
  assert.deepEqual(tools.map(({ name }) => name).sort(), toolNames)
  const found = await execute(page, "get_offer", { key: "demo" })
  assert.equal(found.offer.priceCents, 1900)
  const { sessionId, shown } = await execute(page, "start_checkout", { key: "demo", buyerEmail: "real@example.com" })
  assert.deepEqual([typeof sessionId, shown], ["string", true])
  await page.getByText("Files go to real@example.com").waitFor()
  await page.goto("/")
  await page.goBack()
  assert.equal(await countTools(page), toolNames.length)
})

test("an agent's code shows the price, its checkout shows the form, a person pays, and the agent sees the outcome", {
  skip,
}, async (t) => {
  const page = await openWithAgent(t)
  const sent: string[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/checkout")) sent.push(request.headers()["idempotency-key"] ?? "")
  })
  await page.goto("/pay/demo")
  const buyerEmail = "agent@example.com"
  const gift = await execute(page, "redeem_gift", { key: "demo", code: "GIFT-FIVE", buyerEmail })
  assert.deepEqual(gift, { type: "amount", discountCents: 500, remainingCents: 1400, shown: true })
  await page.getByText("$14.00").waitFor()
  assert.equal(await page.getByLabel("Email").inputValue(), buyerEmail)

  const [opened, answer] = await Promise.all([
    page.waitForResponse("**/checkout"),
    execute(page, "start_checkout", { key: "demo", buyerEmail }),
  ])
  const { clientSecret, sessionId } = await opened.json()
  assert.ok(clientSecret)
  assert.deepEqual(answer, { sessionId, shown: true })
  assert.equal(sent.length, 1, "one intent")
  await page.getByText("Files go to agent@example.com").waitFor()
  await page.getByLabel("Card number").fill("4242")
  const waiting = await execute(page, "verify_payment", { key: "demo", sessionId })
  assert.deepEqual([waiting.paid, waiting.pending, waiting.shown], [false, true, true])
  assert.equal(await page.getByLabel("Card number").inputValue(), "4242", "what a person typed stays")
  await pay(page, cards.pays)
  await page.getByRole("link", { name: "Open files" }).waitFor()

  await page.goto("/pay/demo")
  const verified = await execute(page, "verify_payment", { key: "demo", sessionId: answer.sessionId })
  assert.deepEqual([verified.paid, verified.shown], [true, true])
  await page.getByRole("heading", { name: "Payment complete" }).waitFor()
})

test("an agent's checkout with a code that the page does not show yet shows the price with that code", {
  skip,
}, async (t) => {
  const owner = await (await studio()).openAsOwner(t)
  await owner.goto("/studio")
  const giftCode = "GIFT-OF-THE-AGENT"
  await doBehind(owner, "create-gift-code", { kind: "amount", currency: "usd", balanceCents: 500, code: giftCode })
  const page = await openWithAgent(t)
  await page.goto("/pay/demo")
  const input = { key: "demo", buyerEmail: "both@example.com", giftCode }
  assert.equal((await execute(page, "start_checkout", input)).shown, true)
  await page.getByRole("button", { name: "Pay $14.00" }).waitFor()
  await page.getByRole("button", { name: "Change email" }).click()
  await page.getByRole("button", { name: "Remove" }).click()
  await page.getByRole("button", { name: "Continue to payment" }).waitFor()
})

test("tools wait until the page has loaded the script that shows their effects", { skip }, async (t) => {
  const page = await openWithAgent(t)
  const held: (() => void)[] = []
  await page.route("**/show-tools-*.js", (route) => new Promise<void>((go) => held.push(() => go(route.continue())))) // biome-ignore format: one thought
  const described = page.waitForResponse("**/openapi.json")
  await withoutWaiting(page, () => page.goto("/pay/demo"))
  await (await described).finished()
  await until(async () => held.length === 1)
  assert.equal(await countTools(page), 0)
  for (const go of held) go()
  await untilReady(page)
  const checkout = { key: "demo", buyerEmail: "early@example.com" }
  assert.equal((await execute(page, "start_checkout", checkout)).shown, true)
})

test("the start page shows a found offer, a slug and a card, each with a link", { skip }, async (t) => {
  const { baseUrl } = await studio()
  const page = await openWithAgent(t, { refusals: /^404 .*\/zzzz$/ })
  await page.goto("/")
  const panel = page.getByRole("status", { name: "Found" })
  const shows = async (link: string, text: RegExp) => {
    assert.match(String(await panel.textContent()), text)
    return panel.getByRole("link", { name: link }).getAttribute("href")
  }
  assert.equal((await execute(page, "get_offer", { key: "zzzz" })).error.code, "not_found")
  assert.equal(await panel.count(), 0, "a refusal shows nothing")
  assert.equal((await execute(page, "get_offer", { key: "demo" })).offer.priceCents, 1900)
  assert.equal(await shows("Open offer", /Studio palette\$19\.00 · Studio Ada/), "/pay/demo")
  const slug = await execute(page, "check_slug", { slug: "studio" })
  assert.deepEqual(slug, { available: false, reason: "reserved", shown: true })
  assert.equal(await shows("Create workspace", /studioThis workspace URL can’t be used\./), "/workspaces/new")
  const url = `${baseUrl}/api/og?title=Spring+%26+summer`
  assert.deepEqual(await execute(page, "draw_preview", { title: "Spring & summer" }), { url, shown: true })
  assert.equal(await shows("Open card", /Spring & summer/), url)
  assert.equal(await panel.locator("img").getAttribute("src"), url)
  assert.equal(page.url(), `${baseUrl}/`)
})

test("refusals, network faults and aborts are returned to the agent as values", { skip }, async (t) => {
  const page = await openWithAgent(t, { refusals: /^4\d\d |ERR_CONNECTION_FAILED/ })
  await page.goto("/pay/demo")
  const checkout = { key: "demo", buyerEmail: "faults@example.com" }
  for (const [name, input, code] of [
    ["start_checkout", { ...checkout, giftCode: "NO-SUCH" }, "not_found"],
    ["redeem_gift", { key: "demo", code: "NO-SUCH" }, "not_found"],
    ["verify_payment", { key: "demo", sessionId: "cs_unknown" }, "not_found"],
    ["start_checkout", { ...checkout, key: "zzzz" }, "not_found"],
  ] as const) {
    const { error } = await execute(page, name, input)
    assert.equal(error.code, code, name)
    assert.equal(typeof error.message, "string")
  }
  await page.route("**/api/**", (route) => route.abort("connectionfailed"))
  for (const name of ["start_checkout", "get_offer"]) {
    assert.equal((await execute(page, name, checkout)).error.code, "unreachable")
  }
  await page.unroute("**/api/**")

  const held: (() => void)[] = []
  await page.route("**/checkout", (route) => new Promise<void>((go) => held.push(() => go(route.continue().catch(() => {}))))) // biome-ignore format: one thought
  const aborted = page.evaluate(`(async () => {
    const [tool] = (await document.modelContext.getTools()).filter(({ name }) => name === "start_checkout")
    const { signal } = stop = new AbortController()
    document.modelContext.answers.length = 0
    return document.modelContext.executeTool(tool, ${JSON.stringify(checkout)}, { signal }).catch(({ name }) => name)
  })()`)
  await until(async () => held.length === 1)
  await page.evaluate("stop.abort()")
  assert.equal(await aborted, "AbortError")
  const answers = () => page.evaluate<{ error: { code: string } }[]>("document.modelContext.answers")
  await until(async () => (await answers()).length === 1)
  assert.equal((await answers())[0]?.error.code, "aborted")
  for (const go of held) go()
  assert.equal(await page.getByLabel("Email").inputValue(), "", "the page did not change")
})

test("embedded and private pages register nothing", { skip }, async (t) => {
  const page = await openWithAgent(t)
  for (const path of ["/claim/nobody", "/pay/demo/embed", "/sign-in"]) {
    await page.goto(path)
    assert.equal(await countTools(page), 0, path)
  }
})

const countTools = (page: Page) => page.evaluate<number>("document.modelContext.getTools().then((all) => all.length)")

/** Runs a tool as the browser's agent does, and returns its answer. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by asserting it.
async function execute(page: Page, name: string, input: object): Promise<any> {
  const answer = await page.evaluate<string | object>(`
    document.modelContext.getTools().then((all) =>
      document.modelContext.executeTool(all.find((one) => one.name === "${name}"), ${JSON.stringify(input)}))`)
  return typeof answer === "string" ? JSON.parse(answer) : answer
}
