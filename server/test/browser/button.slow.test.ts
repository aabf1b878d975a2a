import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { Frame, Page } from "playwright-core"
import { until } from "#test/support/basics/until.ts"
import { cards } from "#test/support/browser/buyer.ts"
import { doBehind } from "#test/support/browser/console.ts"
import { openShop, type Shop } from "#test/support/browser/shop.ts"
import { noBrowser } from "#test/support/browser/studio.ts"
import { type StudioOfFile, studioOfFile } from "#test/support/browser/studio-of-file.ts"

const skip = noBrowser ?? false
const studio = studioOfFile()

/** Collects in the page what the button reports, and the messages of frames. */
const listener = `<script>
  reports = []; addEventListener("atelier:paid", (event) => reports.push([event.target.id, event.detail]))
  messages = []; addEventListener("message", ({ data }) => messages.push(data))
</script>`

/** A shop whose pages have the button. The workspace of the demo's offer lists it. */
async function shopWithButton(t: TestContext): Promise<{ shop: Shop; service: StudioOfFile; button: string }> {
  const [shop, service] = [await openShop(t), await studio()]
  const owner = await service.openAsOwner(t)
  await owner.goto("/studio/settings")
  await doBehind(owner, "add-site", { site: shop.origin })
  const { baseUrl } = service
  const button = `<a id="buy" href="${baseUrl}/pay/demo" data-atelier-buy>Buy the demo</a><script src="${baseUrl}/buy.js" async></script>`
  shop.serve("/", `<!doctype html><title>Shop</title>${listener}<h1>Shop</h1><p>${button}</p>`)
  return { shop, service, button }
}

async function visit(t: TestContext, service: StudioOfFile, options: Parameters<StudioOfFile["open"]>[0] = {}) {
  const { page, context } = await service.open({ ignoreHTTPSErrors: true, ...options })
  t.after(() => context.close())
  return { page, context }
}

/** The checkout in the dialog, once it has sent its height: then it moves no more, and leads on through the page around. */
async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await page.locator("dialog iframe").elementHandle())?.contentFrame()
  assert.ok(frame)
  await frame.getByLabel("Email").waitFor()
  await until(() => page.evaluate("document.querySelector('dialog iframe').style.height.endsWith('px')"))
  return frame
}

/** Loads the checkout again, with its scripts. */
async function reload(frame: Frame): Promise<void> {
  await Promise.all([frame.waitForNavigation(), frame.evaluate("location.reload()")])
}

test("a buyer opens the dialog by keyboard, buys, and gets the focus back; the site gets the offer's key", {
  skip,
}, async (t) => {
  const { shop, service } = await shopWithButton(t)
  const { page } = await visit(t, service)
  await page.goto(shop.origin)
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  const frame = await frameOf(page)
  await frame.locator("main:focus").waitFor()
  assert.equal(await frame.evaluate("scrollY"), 0, "Close is in sight")
  await page.keyboard.press("Tab")
  await page.keyboard.type("keys@example.com")
  await page.keyboard.press("Enter")
  await frame.getByLabel("Card number").fill(cards.pays)
  await page.keyboard.press("Enter")
  const opens = frame.getByRole("link", { name: "Open files" })
  await opens.waitFor()
  await until(() => page.evaluate("reports.length > 0")) // the message comes from another process of the browser
  assert.deepEqual(await page.evaluate("reports"), [["buy", { offer: "demo" }]])
  await page.setViewportSize({ width: 800, height: 380 })
  await frame.evaluate("scrollTo(0, 200)")
  const close = frame.getByRole("button", { name: "Close" })
  await until(async () => ((await close.boundingBox())?.y ?? 0) > 32)
  await reload(frame)
  await opens.waitFor()
  await frame.locator("main:focus").waitFor()
  assert.equal(await page.evaluate("reports.length"), 1, "a reload reports no second sale")

  await page.keyboard.press("Escape")
  await page.locator("dialog").waitFor({ state: "detached" })
  assert.equal(await page.evaluate("document.activeElement.id"), "buy")
})

test("without scripts, or where the frame is blocked, the link leads to the pay page", {
  skip,
}, async (t) => {
  const { shop, service } = await shopWithButton(t)
  const plain = await visit(t, service, { javaScriptEnabled: false })
  await plain.page.goto(shop.origin)
  await plain.page.getByRole("link", { name: "Buy the demo" }).click()
  await plain.page.waitForURL(`${service.baseUrl}/pay/demo`)

  // The browser says that it blocks the frame, and that no page of the service gets the greeting.
  const { page } = await visit(t, service, { refusals: /frame-ancestors|target origin|ERR_BLOCKED_BY_RESPONSE/ })
  await page.clock.install()
  await page.goto(shop.elsewhere)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole("link", { name: "Buy the demo" }).click()
  await page.locator("dialog[open]").waitFor()
  await page.clock.runFor(4_900)
  assert.equal(new URL(page.url()).origin, shop.elsewhere)
  await page.clock.runFor(200)
  await page.waitForURL(`${service.baseUrl}/pay/demo`)
})

test("the dialog looks the same on a site whose policy blocks every style", { skip }, async (t) => {
  const { shop, service, button } = await shopWithButton(t)
  const policy = `default-src 'none'; style-src 'none'; script-src ${service.baseUrl}; frame-src ${service.baseUrl}`
  shop.serve("/strict", `<!doctype html><title>Shop</title>${button}`, { "content-security-policy": policy })
  const { page } = await visit(t, service)
  const looks = []
  for (const path of ["/", "/strict"]) {
    await page.goto(shop.origin + path)
    await page.getByRole("link", { name: "Buy the demo" }).click()
    const frame = await frameOf(page)
    looks.push([await page.locator("dialog").boundingBox(), await page.locator("dialog iframe").boundingBox()])
    await frame.getByRole("button", { name: "Close" }).click()
    await page.locator("dialog").waitFor({ state: "detached" })
  }
  assert.deepEqual(looks[0], looks[1])
  const [dialog, frame] = looks[0] ?? []
  assert.equal(dialog?.width, page.viewportSize()?.width, "the dialog covers the page")
  assert.equal(frame?.width, 448, "the frame has its own width")
  const height = page.viewportSize()?.height ?? 0
  assert.deepEqual([frame?.y, frame?.height], [32, height - 64], "a long checkout scrolls in the frame")
})

test("a modified click, another origin's link, and forged messages do nothing", { skip }, async (t) => {
  const { shop, service, button } = await shopWithButton(t)
  const foreign = `<a href="${shop.elsewhere}/pay/demo" data-atelier-buy>Another shop</a>`
  shop.serve(
    "/forged",
    `<!doctype html><title>Shop</title>${listener}${button}${foreign}<iframe src="/other"></iframe>`,
  )
  shop.serve("/other", "<!doctype html><title>Other</title>")
  const { page, context } = await visit(t, service)
  await page.goto(`${shop.origin}/forged`)
  await page.getByRole("link", { name: "Another shop" }).click()
  await page.waitForURL(`${shop.elsewhere}/pay/demo`)
  await page.goto(`${shop.origin}/forged`)
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Buy the demo" }).click({ modifiers: ["Control"] }),
  ])
  await tab.waitForURL(`${service.baseUrl}/pay/demo`)
  assert.equal(await page.locator("dialog").count(), 0)

  await page.getByRole("link", { name: "Buy the demo" }).click()
  const frame = await frameOf(page)
  const forged = ["ready", "size", "close", "leave", "paid"].map((type) => ({
    ...{ type: `atelier:${type}`, height: 1, url: `${shop.elsewhere}/other`, offer: "demo" },
  }))
  for (const message of forged) {
    const text = JSON.stringify(message)
    await page.evaluate(`window.postMessage(${text}, "*")`)
    await page.evaluate(`frames[0].eval('parent.postMessage(' + ${JSON.stringify(text)} + ', "*")')`)
  }
  const received = () => page.evaluate<number>(`messages.filter(({ url }) => url).length`)
  await until(async () => (await received()) === 2 * forged.length)
  assert.equal(await page.locator("dialog[open]").count(), 1)
  assert.deepEqual(await page.evaluate("reports"), [])
  assert.ok((await page.locator("dialog iframe").boundingBox())?.height !== 1)
  assert.equal(await frame.getByLabel("Email").inputValue(), "")
})

test("the frame answers only the page around it, and only on a listed site", { skip }, async (t) => {
  const { shop, service } = await shopWithButton(t)
  const embed = `<iframe id="pay" src="${service.baseUrl}/pay/demo/embed"></iframe>`
  shop.serve("/bare", `<!doctype html><title>Shop</title>${listener}${embed}<iframe src="/other"></iframe>`)
  shop.serve("/other", "<!doctype html><title>Other</title>")
  const { page } = await visit(t, service)
  await page.goto(`${shop.origin}/bare`)
  const greet = (from: string, v: number) =>
    page.evaluate(`${from}.eval('top.frames[0].postMessage({ type: "atelier:hello", v: ${v} }, "*")')`)
  await greet("frames[1]", 1)
  await greet("window", 2)
  const frame = page.frames().find((one) => one.url().endsWith("/embed"))
  await frame?.evaluate(`window.postMessage({ type: "atelier:hello", v: 1 }, "*")`)
  await frame?.getByRole("button", { name: "Close" }).click()
  await page.waitForFunction("messages.length >= 1")
  await greet("window", 1)
  await page.waitForFunction("messages.length >= 3")
  const types = (await page.evaluate<{ type: string }[]>("messages")).slice(0, 3).map(({ type }) => type)
  assert.deepEqual(types, ["atelier:close", "atelier:ready", "atelier:size"], "of the greetings, only one is answered")
})

test("a reload in the frame continues the same checkout, and no cookie crosses sites", {
  skip,
}, async (t) => {
  const { shop, service } = await shopWithButton(t)
  const owner = await service.openAsOwner(t, { ignoreHTTPSErrors: true })
  const before = (await owner.context().cookies()).map(({ name }) => name)
  const sent: string[] = []
  const sessions: string[] = []
  owner.on("request", async (request) => {
    if (request.frame() !== owner.mainFrame()) sent.push((await request.allHeaders()).cookie ?? "")
  })
  owner.on("response", async (response) => {
    if (response.url().endsWith("/checkout")) sessions.push((await response.json()).sessionId)
  })
  await owner.goto(shop.origin)
  await owner.getByRole("link", { name: "Buy the demo" }).click()
  const begin = async () => {
    const frame = await frameOf(owner)
    assert.equal(await frame.getByLabel("Email").inputValue(), "", "the frame does not know who is signed in")
    await frame.getByLabel("Email").fill("again@example.com")
    await frame.getByRole("button", { name: "Continue to payment" }).click()
    await frame.getByLabel("Card number").waitFor()
    return frame
  }
  const frame = await begin()
  await reload(frame)
  await begin()
  await until(async () => sessions.length === 2)
  assert.equal(sessions[0], sessions[1])

  const added = (await owner.context().cookies()).filter(({ name }) => !before.includes(name))
  assert.deepEqual(
    added.map(({ name, sameSite, secure, httpOnly }) => [name, sameSite, secure, httpOnly]),
    [["framed_buyer", "None", true, true]],
  )
  assert.equal(added[0]?.partitionKey, "https://127.0.0.1")
  assert.ok(sent.length > 2 && sent.every((cookie) => /^(framed_buyer=[^;]+)?$/.test(cookie)), sent.join("\n"))
})

test("pages that cannot be framed open on top, in place of the shop", { skip }, async (t) => {
  const { shop, service } = await shopWithButton(t)
  const { page } = await visit(t, service)
  for (const leave of ["full page", "bank"]) {
    await page.goto(shop.origin)
    await page.getByRole("link", { name: "Buy the demo" }).click()
    const frame = await frameOf(page)
    if (leave === "bank") await frame.evaluate(`location.assign("${shop.elsewhere}/bank")`)
    else await frame.getByRole("link", { name: "Full page" }).click()
    await page.waitForURL(leave === "bank" ? `${shop.elsewhere}/bank` : `${service.baseUrl}/pay/demo`)
  }
})
