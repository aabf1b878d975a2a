import assert from "node:assert/strict"
import { createServer } from "node:http"
import { type TestContext, test } from "node:test"
import type { Page } from "playwright-core"
import { cards, checkOut, pay } from "#test/support/browser/buyer.ts"
import { doBehind } from "#test/support/browser/console.ts"
import { noBrowser } from "#test/support/browser/studio.ts"
import { studioOfFile } from "#test/support/browser/studio-of-file.ts"
import { listen } from "#test/support/http/listen.ts"

const skip = noBrowser ?? false
const studio = studioOfFile()

const target = "http://target.example.org/landing"
const blog = "http://blog.example.com"

/**
 * A browser in which the hosts outside the service are one server of this test. `referrerAt` opens a page of the blog,
 * presses its link, and returns the referrer that the target's server got.
 */
async function outsideWorld(t: TestContext) {
  const { baseUrl, open } = await studio()
  const pages = new Map<string, { body: string; headers: Record<string, string> }>()
  const referrers: (string | undefined)[] = []
  const port = await listen(
    t,
    createServer(({ url = "", headers }, reply) => {
      if (url === target) referrers.push(headers.referer)
      const { body, headers: own } = pages.get(url) ?? { body: "<h1>There</h1>", headers: {} }
      reply.writeHead(200, { "content-type": "text/html; charset=utf-8", ...own }).end(body)
    }),
  )
  const proxy = { server: `http://127.0.0.1:${port}`, bypass: "localhost" }
  const { page, context } = await open({ proxy })
  t.after(() => context.close())
  const arrive = async (press: () => Promise<void>) => {
    const before = referrers.length
    await press()
    await page.waitForURL(target)
    assert.equal(referrers.length, before + 1, "the target was visited once")
    return referrers.at(-1)
  }
  const referrerAt = async (path: string, body: string, headers: Record<string, string> = {}) => {
    pages.set(blog + path, { body, headers })
    await page.goto(blog + path)
    return arrive(() => page.getByRole("link").click())
  }
  return { page, baseUrl, arrive, referrerAt }
}

/** Adds a link to the target to a page of the service, and presses it. */
async function leaveBy(page: Page, attributes = ""): Promise<void> {
  const link = JSON.stringify(`<a href="${target}" id="leave" ${attributes}>Leave</a>`)
  await page.evaluate(`document.querySelector("main").insertAdjacentHTML("afterbegin", ${link})`)
  await page.locator("#leave").click()
}

test("the target of a short link learns the page with the link, unless that page hides itself", { skip }, async (t) => {
  const { baseUrl, referrerAt } = await outsideWorld(t)
  const owner = await (await studio()).openAsOwner(t)
  await owner.goto("/studio/links")
  const made = await doBehind(owner, "create-tagged-link", { destination: target, slug: "referrer-test" })
  const short = String(made.shortUrl)
  assert.ok(short.startsWith(baseUrl))

  const anchor = (attributes = "") => `<a href="${short}" ${attributes}>Read on</a>`
  assert.equal(await referrerAt("/post", anchor()), `${blog}/`, "browsers send the origin")
  assert.equal(await referrerAt("/post?id=7", anchor(`referrerpolicy="unsafe-url"`)), `${blog}/post?id=7`)
  assert.equal(await referrerAt("/straight", `<a href="${target}">Read on</a>`), `${blog}/`, "as without a redirect")

  const hidden = { "referrer-policy": "no-referrer" }
  assert.equal(await referrerAt("/hidden", anchor(), hidden), undefined)
  assert.equal(
    await referrerAt("/hidden-in-html", `<meta name="referrer" content="no-referrer">${anchor()}`),
    undefined,
  )
  assert.equal(await referrerAt("/hidden-link", anchor(`rel="noreferrer"`)), undefined)
})

test("no page with a secret address reveals it to the sites that it links to", { skip }, async (t) => {
  const { page, arrive } = await outsideWorld(t)
  const owner = await (await studio()).openAsOwner(t)
  await owner.goto("/studio/drive")
  const { id: folderId } = await doBehind(owner, "create-folder", { name: "Shared with all", parentId: null })
  const share = await doBehind(owner, "create-share-link", { folderId })

  await checkOut(page, "/pay/demo", "bo@example.com")
  await pay(page, cards.pays)
  await page.getByRole("link", { name: "Open files" }).click()
  await page.waitForURL("**/delivery/**")
  const addresses = [page.url(), String(share.url), "/sign-in?next=%2Fstudio", "/claim/unknown", "/account"]
  for (const address of addresses) {
    await page.goto(address)
    assert.equal(await arrive(() => leaveBy(page)), undefined, address)
  }
})
