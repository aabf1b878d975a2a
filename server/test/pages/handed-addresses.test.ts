import assert from "node:assert/strict"
import { test } from "node:test"
import { createShareLink, createUploadLink } from "#domains/drive/index.ts"
import { deliveryUrl } from "#domains/handover/index.ts"
import { askForCode, newestMail, openBrowser } from "#test/support/pages/simple-browser.ts"
import { showSellerPage } from "#test/support/selling/seller-page.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { putDriveFile } from "#test/support/workspace/put-drive-file.ts"
import { type PageWorld, pageWorld } from "#test/support/worlds/page-world.ts"
import { publishedPath } from "./published-path.ts"

const pathOf = (url: string) => new URL(url).pathname

/** What texts, mail programs and sites append to an address. */
const appended = [
  ...["/", ".", ",", ";", ":", "!", ")", "]", "%7D", ">", "%3E", '"', "%22", "'", "*", "%20", "%0A", "%C2%A0", "%"],
  ...["%E2%80%9D", "%E2%80%99", "%C2%BB", "%E2%80%A6", "%EF%BC%8C", "%E3%80%82", "%E2%80%8B", "%EF%BB%BF", "%E2%80"],
  ...[").", "/).", ">.", "%20and%20more", "&gt;", "%2520", "//"],
]

/** Opens an address, and follows a redirect to a page. */
async function open({ visit }: PageWorld, path: string) {
  const first = await visit(path)
  return first.status === 303 ? visit(String(first.headers.location)) : first
}

async function leadsTo(world: PageWorld, path: string): Promise<void> {
  const { status, title } = await world.visit(path)
  assert.equal(status, 200, path)
  for (const more of appended) {
    const { status, headers } = await world.visit(`${path}${more}`)
    assert.deepEqual([status, headers.location], [303, path], more)
  }
  assert.equal((await open(world, `${path}?`)).title, title)
  assert.equal((await open(world, `${path}&fbclid=x%20y`)).title, title)
}

test("303 from an offer's address with what was appended, in capitals, and with its parameters", async (t) => {
  const world = await pageWorld(t)
  const { shortKey } = await offerOnSale(world)
  const path = `/pay/${shortKey}`
  await leadsTo(world, path)
  const capitals = path.toUpperCase()
  for (const [asked, location] of [
    [capitals, path],
    [`${capitals}/`, path],
    [`/pay/${shortKey?.toUpperCase()}?ref=A`, `${path}?ref=A`],
    [`/pay//${shortKey}`, path],
    [`//pay/${shortKey}`, path],
    [`${path}&fbclid=Ab%20c?x=%FC`, `${path}?fbclid=Ab%20c&x=%FC`],
    [`${path}/embed/`, `${path}/embed`],
  ] as const) {
    const { status, headers } = await world.visit(asked)
    assert.equal(status, 303, asked)
    assert.equal(headers.location, location, asked)
    assert.equal(headers["cache-control"], "no-store")
  }
})

test("303 from the address of a delivery, a share and an upload page, and the secret stays one", async (t) => {
  const world = await pageWorld(t)
  const { app, callers } = world
  const file = await putDriveFile(app, callers.member, { name: "a.txt", bytes: "0123456789" })
  const share = await world.act("member", createShareLink, { fileId: file.id })
  const upload = await world.act("member", createUploadLink, {})
  const purchase = await insertPurchase(world, await offerOnSale(world))
  for (const url of [deliveryUrl(app, purchase), share.url, upload.url]) {
    const path = pathOf(url)
    const { headers } = await world.visit(`${path}.`)
    assert.equal(headers["referrer-policy"], "no-referrer")
    assert.equal(headers["x-robots-tag"], "noindex")
    await leadsTo(world, path)
  }
})

test("303 from a mailed sign-in link with what was appended, and the person can sign in there", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await askForCode(browser, "member@studio.example")
  const { path } = await newestMail(world, "member@studio.example")
  await leadsTo(world, path)
  const { headers } = await browser.visit(`${path}%3E.`)
  const page = await browser.visit(String(headers.location))
  assert.equal((await browser.send(page.form("Sign in"))).status, 303)
})

test("303 from the address of a seller's page, of a public doc and of a page of the service", async (t) => {
  const world = await pageWorld(t)
  await showSellerPage(world, [])
  for (const path of ["/@studio", await publishedPath(world, []), "/developers", "/sign-in"]) await leadsTo(world, path)
  for (const asked of ["/@Studio", "/Sign-In", "/TERMS", "/Developers/"]) {
    assert.equal((await open(world, asked)).status, 200, asked)
  }
})

test("303 to the front page from its address with what was appended", async (t) => {
  const { visit } = await pageWorld(t)
  for (const path of ["/)", "/%E2%80%9D", "/,", "//", "/&fbclid=x", "/%"]) {
    const { status, headers } = await visit(path)
    assert.equal(status, 303, path)
    assert.match(String(headers.location), /^\/(\?fbclid=x)?$/)
  }
})

test("404 as a page for browsers, for a page's address that cannot be decoded", async (t) => {
  const world = await pageWorld(t)
  for (const path of ["/pay/%FF", "/d/%zz", "/share/%E2%80", "/pay/100%/x"]) {
    const { status, title } = await open(world, path)
    assert.equal(status, 404, path)
    assert.equal(title, "Page not found")
  }
})

test("303 from a workspace's page to sign in, and back to the page's own address", async (t) => {
  const { visit } = await pageWorld(t)
  const { headers } = await visit("/Studio/links/")
  assert.equal(headers.location, "/studio/links")
})

test("404: addresses of programs are never read as others, and none leads to another site", async (t) => {
  const world = await pageWorld(t)
  const { shortKey } = await offerOnSale(world)
  for (const path of [
    ...[
      `/api/pay/${shortKey}/`,
      `/api/pay/${shortKey}.`,
      `/API/pay/${shortKey}`,
      "/.well-known/mcp.json/",
      "/mcp/x/",
      "/assets/x.js)",
    ],
    ...["/pay/%00", "/@%00", "/oauth/x.", "/files/x/"],
  ]) {
    assert.equal((await world.get(path)).status, 404, path)
  }
  for (const path of [
    "//evil.example/.",
    "/%5Cevil.example/.",
    "///evil.example)",
    "/%2F%2Fevil.example.",
    "/%09/evil.example.",
  ]) {
    const { headers } = await world.visit(path)
    const { origin } = new URL(String(headers.location ?? "/"), "http://localhost:3000")
    assert.equal(origin, "http://localhost:3000", path)
  }
})

test("303 from the address of a row in the console, as mails have it, with what was appended", async (t) => {
  const { visit } = await pageWorld(t)
  for (const path of ["/studio/purchases?open=purchase_Ab1", "/studio/drive?folder=folder_Ab1"]) {
    const signIn = `/sign-in?return_to=${encodeURIComponent(path)}`
    assert.equal((await visit(path)).headers.location, signIn)
    for (const more of [".", "/", ">", "%3E", "%20", ").", '"', "%C2%A0", "%", "%E2%80%9D and more"]) {
      const { status, headers } = await visit(`${path}${more}`)
      assert.deepEqual([status, headers.location], [303, path], more)
    }
    for (const own of [`${path}&tab=1`, `${path}=`]) {
      const { headers } = await visit(own)
      assert.equal(headers.location, `/sign-in?return_to=${encodeURIComponent(own)}`)
    }
  }
})
