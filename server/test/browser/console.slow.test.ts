import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { consoleAreas } from "#contract/console/areas.ts"
import { findBarriers, pressSignOut, signInByCode, widths } from "#test/support/browser/person.ts"
import { withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

/** Every page of every area whose address needs no id. */
const paths = Object.entries(consoleAreas).flatMap(([area, { routes }]) => {
  const base = area === "workspace" ? "studio" : area
  return routes.filter(({ path }) => !path.includes("$")).map(({ path }) => `/${base}${path === "/" ? "" : path}`)
})

/** The faults of the navigation: an entry without an icon, and the present page's entry out of view. */
async function findAtSide(page: Page): Promise<string[]> {
  const ways = page.locator("#root nav").first()
  const bare = await ways.locator("a:not(:has(svg))").allTextContents()
  const current = ways.locator("[aria-current]")
  const isMarked = (await current.count()) > 0
  const shown = current.filter({ visible: true }).first()
  const box = (await shown.count()) > 0 ? await shown.boundingBox() : null
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const isOutside = (box: { x: number; y: number; width: number; height: number }) =>
    box.x < 0 || box.x + box.width > width || box.y + box.height > height
  const isHidden = isMarked && (box === null || isOutside(box))
  return [
    ...bare.map((words) => `“${words}” has no icon`),
    ...(isHidden ? ["the way to this page is out of sight"] : []),
  ]
}

/** Collects the addresses that a page requests from the console. */
function asked(page: Page): string[] {
  const names: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith("/console/") && pathname !== "/console/live") names.push(pathname)
  })
  return names
}

test("each page of the console is complete at once, fits its window, and axe finds nothing", { skip }, async (t) => {
  const studio = await studioInBrowser(t, { SVC_OPERATORS: "ada@example.com" })
  const { page, context } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  const faults: string[] = []
  const names = asked(page)
  for (const path of paths) {
    names.length = 0
    await page.setViewportSize({ width: widths[0][0], height: 880 })
    await page.goto(path)
    for (const name of names) faults.push(`${path} asked for ${name}, which it could have been given`)
    for (const [width, looks] of widths) {
      await page.setViewportSize({ width, height: 880 })
      for (const barrier of await findBarriers(page, looks)) faults.push(`${path} at ${width}: ${barrier}`)
      for (const fault of await findAtSide(page)) faults.push(`${path} at ${width}: ${fault}`)
    }
  }
  assert.deepEqual(faults, [])
  await context.close()
})

test("on a phone, a bar of five leads to four pages, and More to all others", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ viewport: { width: 320, height: 640 } })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio")
  const bar = page.getByRole("navigation", { name: "Workspace" })
  const shown = bar.locator("a, button").filter({ visible: true })
  assert.deepEqual(await shown.allTextContents(), ["Overview", "Links", "Docs", "Purchases", "More"])
  for (const one of await shown.all()) {
    const { width = 0, height = 0, y = 0 } = (await one.boundingBox()) ?? {}
    assert.ok(width >= 44 && height >= 44 && y + height <= 640, JSON.stringify({ width, height, y }))
  }

  await bar.getByRole("button", { name: "More" }).click()
  const sheet = page.getByRole("dialog", { name: "More" })
  assert.deepEqual(await findBarriers(page), [])
  await sheet.getByRole("link", { name: "Members" }).click()
  assert.equal(await sheet.count(), 0)
  assert.equal(await bar.getByRole("button", { name: "More" }).getAttribute("aria-current"), "true")
})

test("several people are invited at once, and each address that is refused says why", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ refusals: /^4\d\d POST .*\/invite-member/ })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio/team?new=1")
  const panel = page.getByRole("dialog", { name: "Invite people" })
  await panel.getByRole("button", { name: "Send invites" }).click()
  await panel.getByText("Enter an email.").waitFor()

  await panel.getByLabel("Emails").fill("Bo <bo@example.com>, ada@example.com\ncleo@example.com no-address")
  await panel.getByRole("button", { name: "Send invites" }).click()
  await panel.getByText("Not sent: 2 of 4.").waitFor()
  assert.equal(await panel.getByLabel("Emails").inputValue(), "ada@example.com\nno-address")
  const rows = await panel.getByRole("listitem").allTextContents()
  assert.deepEqual(
    rows.map((row) => /Not sent$|Sent$/.exec(row)?.[0]),
    ["Sent", "Not sent", "Sent", "Not sent"],
  )
  assert.match(rows[1] ?? "", /already/)
  assert.deepEqual(await findBarriers(page), [])

  await panel.getByLabel("Emails").fill("dana@example.com")
  await panel.getByRole("button", { name: "Send invites" }).click()
  await page.getByText("Invite sent to dana@example.com").waitFor()
  for (const name of ["bo", "cleo", "dana"]) await page.getByText(`${name}@example.com`, { exact: true }).waitFor()
})

test("a new person makes a workspace and a short link, moves it to the trash, and restores it", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ refusals: /^400 POST .*\/create-tagged-link/ })
  await page.goto("/workspaces/new")
  await signInByCode(studio, page, "bo@example.com")
  await page.getByLabel("Name").fill("Bo’s Ink")
  await page.getByRole("button", { name: "Create workspace" }).click()
  await page.goto("/bos-ink/links")

  await page.getByRole("button", { name: "Create link" }).first().click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Destination").fill("not an address")
  await dialog.getByRole("button", { name: "Create link" }).click()
  await dialog.getByRole("alert").waitFor()
  assert.equal(await dialog.getByLabel("Destination").inputValue(), "not an address")
  await dialog.getByLabel("Destination").fill("https://example.com/ink")
  await dialog.getByLabel("Title").fill("Ink for all")
  await dialog.getByRole("button", { name: "Create link" }).click()
  const row = page.getByRole("row", { name: /Ink for all/ })
  await row.click()
  const address = await dialog.locator("code").textContent()
  assert.equal(
    (await fetch(String(address), { redirect: "manual" })).headers.get("location"),
    "https://example.com/ink",
  )

  await dialog.getByRole("button", { name: "Edit" }).click()
  await dialog.getByRole("button", { name: "Move to trash" }).click()
  assert.equal(await row.count(), 0)
  await page.getByRole("button", { name: "Undo" }).click()
  assert.ok(await row.isVisible())
})

test("an open console stops once its person is signed out in another tab", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page, context } = await studio.open({ refusals: /^401 GET .*\/console\// })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio/links")
  const tab = await context.newPage()
  await tab.goto("/account")
  await pressSignOut(tab)
  await tab.waitForURL("/")

  await page.getByRole("heading", { name: "You are signed out" }).waitFor()
  assert.equal(await page.getByRole("row").count(), 0)
  await page.getByRole("link", { name: "Sign in" }).click()
  await page.waitForURL(/sign-in\?return_to=%2Fstudio%2Flinks/)
})

test("a slow page shows its own heading, and a failed one is tried again where it stands", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open({ refusals: /^500 GET .*\/list-offers|^net::ERR/ })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio/docs")
  const headings = page.getByRole("heading", { level: 1 }).filter({ visible: true })
  await page.route("**/console/list-gift-codes?*", () => undefined)
  await withoutWaiting(page, async () => {
    await page.getByRole("link", { name: "Gift codes" }).click()
    await headings.and(page.getByText("Gift codes")).waitFor()
    assert.deepEqual(await headings.allTextContents(), ["Gift codes"], "the left page is out of sight")
    assert.deepEqual(await findBarriers(page), [])
  })

  let isFaulty = true
  await page.route("**/console/list-offers?*", (route) =>
    isFaulty ? route.fulfill({ status: 500, body: "{}" }) : route.continue(),
  )
  await withoutWaiting(page, () => page.getByRole("link", { name: "Offers" }).click()) // the page is still busy
  const again = page.getByRole("button", { name: "Try again" })
  await again.waitFor()
  isFaulty = false
  await again.click()
  assert.ok(await page.getByRole("row", { name: /Studio palette/ }).isVisible())
})
