import { launchBrowser, type Page } from "../../server/test/support/browser/chromium.ts"
import type { BenchRun, Measured } from "../case.ts"
import { fillTables, manyLinks } from "../loads/fill.ts"
import { newMembers, startStudio } from "../loads/studio.ts"
import { eachNamed, median, mediansOf, named } from "../loads/turns.ts"
import { giveDemo } from "./requests.ts"

export async function openConsole(run: BenchRun, links: number) {
  const { service, studio } = await startStudio(run)
  await fillTables(studio, ...manyLinks(links))
  const [member] = await newMembers(studio, 1)
  const [name = "", value = ""] = member?.cookie.split("=") ?? []
  const browser = await launchBrowser()
  run.after(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: service.url })
  await context.addCookies([{ name, value, url: service.url }])
  return { service, browser, page: await context.newPage() }
}

export async function measureBrowser(run: BenchRun): Promise<Measured> {
  const { service, page } = await openConsole(run, run.sizes.links)
  return {
    ...(await measureChanges(run, page)),
    ...(await measureRoutes(run, page)),
    ...(await measureScroll(run, page)),
    ...named("shift", await measureShift(page, await giveDemo(service))),
  }
}

async function openLinks(page: Page): Promise<void> {
  await page.goto("/studio/links")
  await page.getByRole("row").nth(1).waitFor()
}

/** Moves a link to the trash, and renames another: the time from the press until the list shows it. */
async function measureChanges(run: BenchRun, page: Page): Promise<Measured> {
  await openLinks(page)
  const plain = await openPlain(page, `document.querySelector("main button").textContent = "Do it"`)
  return mediansOf(run.rounds, async (round) => {
    const removed = await editFirst(page)
    const trash = await pressUntil(page, "Move to trash", `!${isListed(removed)}`)
    await editFirst(page)
    await page.getByRole("dialog").getByLabel("Title").fill(`New title ${round}`)
    const rename = await pressUntil(page, "Save", isListed(`New title ${round}`))
    const bare = await changePlain(plain)
    return { trash, rename, trashRatio: trash / bare, renameRatio: rename / bare }
  })
}

/** Opens the first link of the list for editing; returns its title. */
async function editFirst(page: Page): Promise<string> {
  const row = page.getByRole("row").nth(1)
  const title = String(await row.locator("bdi").first().textContent())
  await row.click()
  await page.getByRole("dialog").getByRole("button", { name: "Edit" }).click()
  await page.getByRole("button", { name: "Move to trash" }).waitFor()
  return title
}

/** JavaScript that returns whether the list has a row with this title. */
const isListed = (title: string) =>
  `[...document.querySelectorAll("[role=row] bdi")].some((one) => one.textContent === ${JSON.stringify(title)})`

/** A press that changes a word of the first row, which is the minimum of both changes. */
async function changePlain(plain: Page): Promise<number> {
  const word = `document.querySelector("[role=row] bdi").textContent`
  const changed = JSON.stringify(`${await plain.evaluate(word)}.`)
  await plain.evaluate(`document.querySelector("main button").onclick = () => { ${word} = ${changed} }`)
  return pressUntil(plain, "Do it", `${word} === ${changed}`)
}

async function measureRoutes(run: BenchRun, page: Page): Promise<Measured> {
  await openLinks(page)
  const plain = await openPlain(
    page,
    `const [main, link] = [document.querySelector("main"), document.querySelector("nav a")]
    let other = main.innerHTML.replaceAll("Links", "Docs")
    link.textContent = "Other"
    link.onclick = (event) => {
      event.preventDefault()
      ;[main.innerHTML, other] = [other, main.innerHTML]
    }`,
  )
  const isShown = (title: string) =>
    `document.querySelector("h1")?.textContent === "${title}" && document.querySelector("[role=row]")`
  await pressUntil(page, "Docs", isShown("Docs"))
  return mediansOf(run.rounds, async (round) => {
    await pressUntil(page, "Links", isShown("Links"))
    const route = await pressUntil(page, "Docs", isShown("Docs"))
    const bare = await pressUntil(plain, "Other", isShown(round % 2 === 0 ? "Docs" : "Links"))
    return { route, routeRatio: route / bare }
  })
}

/** Opens a page with another page's present elements and styles, but without its scripts; it runs only `script`. */
async function openPlain(page: Page, script: string): Promise<Page> {
  const html = (await page.content()).replaceAll(/<script.*?<\/script>|<link rel="modulepreload"[^>]*>/gs, "")
  const plain = await page.context().newPage()
  await plain.setContent(html.replace("<head>", `<head><base href="${page.url()}">`))
  await plain.evaluate(script)
  return plain
}

/** Presses the element with these words. Returns the milliseconds until a frame in which the JavaScript `isDone` holds. */
async function pressUntil(page: Page, words: string, isDone: string): Promise<number> {
  await page.bringToFront() // a page in the background has no frames
  return page.evaluate<number>(`(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame)
    const pressed = [...document.querySelectorAll("button, nav a")].find((one) => one.textContent === "${words}")
    await nextFrame()
    const begun = performance.now()
    pressed.click()
    do await nextFrame()
    while (!(${isDone}))
    return performance.now() - begun
  })()`)
}

async function measureScroll({ sizes: { links, frames } }: BenchRun, page: Page): Promise<Measured> {
  const plain = await page.context().newPage()
  const rows = Array.from({ length: links }, (_, n) => `<div>Link ${n} leads to https://example.com/${n}</div>`)
  await plain.setContent(`<style>div { height: 48px }</style>${rows.join("")}`)
  return eachNamed({ "at full speed": 1, "at a quarter of it": 4 }, async (slowdown) => {
    await openLinks(page)
    const [ours, theirs] = [await scroll(page, slowdown, frames), await scroll(plain, slowdown, frames)]
    return { slow: ours.slow, plainSlow: theirs.slow, ms: ours.ms, ratio: ours.ms / theirs.ms }
  })
}

/** Scrolls a page from its top on a processor that is slowed down by this factor. */
async function scroll(page: Page, slowdown: number, frames: number): Promise<{ slow: number; ms: number }> {
  await page.bringToFront() // a page in the background has no frames
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
  const times = await page.evaluate<number[]>(`(async () => {
    scrollTo(0, 0)
    const times = []
    let last = await new Promise(requestAnimationFrame)
    for (let frame = 0; frame < ${frames}; frame += 1) {
      scrollBy(0, 300)
      const now = await new Promise(requestAnimationFrame)
      times.push(now - last)
      last = now
    }
    return times
  })()`)
  await session.detach() // which ends the emulation
  return { slow: times.filter((ms) => ms > 50).length, ms: median(times) }
}

const observeShift = `window.shift = 0
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shift += value
}).observe({ type: "layout-shift", buffered: true })`

async function measureShift(page: Page, delivery: string): Promise<Measured> {
  await page.addInitScript(observeShift)
  const paths = { home: "/", pay: "/pay/demo", "sign-in": "/sign-in?another", delivery, console: "/studio" }
  const shiftAt = async (path: string, width: number) => {
    await page.setViewportSize({ width, height: 880 })
    await page.goto(path, { waitUntil: "networkidle" })
    return page.evaluate<number>("document.fonts.ready.then(() => window.shift)")
  }
  return eachNamed(paths, async (path) => ({ phone: await shiftAt(path, 390), desktop: await shiftAt(path, 1440) }))
}
