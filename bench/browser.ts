import { launchBrowser, type Page } from "../server/test/support/browser/chromium.ts"
import { fill, numbersTo } from "./database.ts"
import { isListed, openPlain, pressUntil } from "./in-page.ts"
import { mediansOf } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { scrollRows } from "./scroll.ts"
import { type RunningServer, startService } from "./servers.ts"
import { shiftRows } from "./shift.ts"
import { signInOwner } from "./visitor.ts"

const manyLinks = `
  ${numbersTo(10_000)}
    insert into short_links (id, workspace_id, namespace, slug, destination, visitor_query, title, created_at, updated_at)
    select 'link_m' || i, (select workspace_id from members limit 1), 'shared', 'many-' || i,
      'https://example.com/' || i, 'dropped', 'Link ' || i, i, i from n;`

/**
 * How the console reacts in a browser to a press, compared with a plain page of the same elements that changes them by
 * one line of script without a server; how it scrolls, and its layout shift while pages load.
 */
export async function browserBench(rounds = 11): Promise<BenchRow[]> {
  const service = await startService()
  await fill(service, manyLinks)
  const cookies = [...(await signInOwner(service))].map(([name, value]) => ({ name, value, url: service.url }))
  const browser = await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const rows = [
    ...(await changeRows(service, page, rounds)),
    ...(await routeRows(service, page, rounds)),
    ...(await scrollRows(service, page)),
    ...(await shiftRows(service, page)),
  ]
  await browser.close()
  await service.stop()
  return rows
}

/** Moves a link to the trash, and renames another: the time from the press until the list shows it. */
async function changeRows({ url }: RunningServer, page: Page, rounds: number): Promise<BenchRow[]> {
  await page.goto(`${url}/studio/links`)
  await page.getByRole("row").nth(1).waitFor()
  const plain = await openPlain(page, `document.querySelector("main button").textContent = "Do it"`)
  const { trash, rename, bare } = await mediansOf(rounds, async (round) => {
    const removed = await openFirst(page)
    const trash = await pressUntil(page, { words: "Move to trash", isDone: `!${isListed(removed)}` })
    await openFirst(page)
    const title = `New title ${round}`
    await page.getByRole("dialog").getByLabel("Title").fill(title)
    const rename = await pressUntil(page, { words: "Save", isDone: isListed(title) })
    return { trash, rename, bare: await changePlain(plain) }
  })
  await plain.close()
  return [
    { name: "browser: a link is moved to trash", value: trash, unit: "ms", atMost: 50 },
    { name: "browser: beside a row of a plain page", value: trash / bare, unit: "×" },
    { name: "browser: a link is renamed, saved and shown", value: rename, unit: "ms", atMost: 200 },
    { name: "browser: beside a row of a plain page", value: rename / bare, unit: "×" },
  ]
}

/** Opens the first link of the list for editing; returns its title. */
async function openFirst(page: Page): Promise<string> {
  const row = page.getByRole("row").nth(1)
  const title = String(await row.locator("bdi").first().textContent())
  await row.click()
  await page.getByRole("dialog").getByRole("button", { name: "Edit" }).click()
  await page.getByRole("button", { name: "Move to trash" }).waitFor()
  return title
}

/** A press that changes a word of the first row, which is the minimum of both changes. */
async function changePlain(plain: Page): Promise<number> {
  const word = `document.querySelector("[role=row] bdi")`
  const before = JSON.stringify(await plain.evaluate(`${word}.textContent`))
  await plain.evaluate(
    `document.querySelector("main button").onclick = () => { ${word}.textContent = ${before} + "." }`,
  )
  return pressUntil(plain, { words: "Do it", isDone: `${word}.textContent !== ${before}` })
}

/** Navigates from one page of the console to another that was open before. */
async function routeRows({ url }: RunningServer, page: Page, rounds: number): Promise<BenchRow[]> {
  const isShown = (title: string) =>
    `document.querySelector("h1")?.textContent === "${title}" && document.querySelector("[role=row]")`
  await page.goto(`${url}/studio/links`)
  await page.getByRole("row").nth(1).waitFor()
  const plain = await openPlain(
    page,
    `window.other = document.querySelector("main").innerHTML.replaceAll("Links", "Docs")`,
  )
  await plain.evaluate(`document.querySelector("nav a").textContent = "Other"`)
  await plain.evaluate(`document.querySelector("nav a").onclick = (event) => {
    event.preventDefault()
    const main = document.querySelector("main")
    const shown = main.innerHTML
    main.innerHTML = window.other
    window.other = shown
  }`)
  await pressUntil(page, { words: "Docs", isDone: isShown("Docs") })
  const { ours, bare } = await mediansOf(rounds, async (round) => {
    await pressUntil(page, { words: "Links", isDone: isShown("Links") })
    const ours = await pressUntil(page, { words: "Docs", isDone: isShown("Docs") })
    const bare = await pressUntil(plain, { words: "Other", isDone: isShown(round % 2 === 0 ? "Docs" : "Links") })
    return { ours, bare }
  })
  await plain.close()
  return [
    { name: "browser: a page seen before shows", value: ours, unit: "ms", atMost: 50 },
    { name: "browser: beside a plain page's own elements", value: ours / bare, unit: "×" },
  ]
}
