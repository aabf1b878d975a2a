import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { skipWithout } from "#test/support/browser/engines.ts"
import { countInTree, firefoxAt, noFirefox } from "#test/support/browser/firefox.ts"
import { signInByForms } from "#test/support/browser/person.ts"
import { serveStudio } from "#test/support/browser/studio.ts"

const skip = skipWithout(noFirefox)

const strangersPaths = ["/", "/pay/demo", "/sign-in", "/terms", "/developers"]
const membersPaths = ["", "/links", "/docs", "/drive", "/offers", "/purchases", "/assistant", "/settings"]

/** A page's elements in the notation of Playwright, which computes roles and names from the document alone. */
const named = /^\s*- '?(?<role>\w+) "(?<name>(?:[^"\\]|\\.)*)"/
const roles = ["button", "checkbox", "combobox", "heading", "link", "navigation", "radio", "switch", "tab", "textbox"]

/** How many elements have each role and name, by the document. */
async function namesIn(page: Page): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const line of (await page.locator("body").ariaSnapshot()).split("\n")) {
    const { role = "", name = "" } = named.exec(line)?.groups ?? {}
    if (!roles.includes(role)) continue
    const key = JSON.stringify([role, JSON.parse(`"${name.replaceAll("''", "'")}"`)])
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/**
 * Numbers the elements that Tab leads to in the order of the document. Returns their count, and the number of the one
 * that has the focus.
 */
const numberStops = `(() => {
  const all = document.querySelectorAll("a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable]")
  const isStop = (one) => one.tabIndex >= 0 && !one.disabled && !one.closest("[inert]") && one.checkVisibility({ visibilityProperty: true })
  window.stops = [...all].filter(isStop)
  return [stops.length, stops.indexOf(document.activeElement)]
})()`

/** The number of the element that has the focus. Firefox also stops at parts that scroll, which have none. */
const focusedStop = `(({ activeElement: one }) => {
  const isScroller = !stops.includes(one) && one !== document.body && one.scrollHeight > one.clientHeight
  return isScroller ? "scrolls" : stops.indexOf(one)
})(document)`

/**
 * Firefox shows a page to screen readers as the document says, and Tab leads through it in its order. A question for a
 * name takes a third of a second, so names of an earlier page, such as those of the sidebar, are not asked for again.
 */
async function faultsOf(page: Page, asked: Set<string>): Promise<string[]> {
  const faults: string[] = []
  for (const [key, count] of await namesIn(page)) {
    if (asked.has(`${key} ${count}`)) continue
    asked.add(`${key} ${count}`)
    const found = await countInTree(page, JSON.parse(key))
    if (found !== count) faults.push(`${found} times ${key} in the tree, ${count} times in the document`)
  }
  const [stops, first] = await page.evaluate<[stops: number, first: number]>(numberStops)
  const expected = Array.from({ length: stops - first - 1 }, (_, at) => first + 1 + at)
  assert.ok(expected.length > 0, "Tab leads somewhere")
  const walked: unknown[] = []
  while (walked.length < expected.length) {
    await page.keyboard.press("Tab")
    const stop = await page.evaluate(focusedStop)
    if (stop !== "scrolls") walked.push(stop)
  }
  if (String(walked) !== String(expected)) faults.push(`Tab led to ${walked}`)
  return faults
}

test("Firefox's accessibility tree has each name of the main pages, and Tab follows their order", {
  skip,
}, async (t) => {
  const studio = await serveStudio(t)
  const open = firefoxAt(t, studio.baseUrl)
  const { page } = await open()
  const faults: string[] = []
  const asked = new Set<string>()
  const visit = async (path: string) => {
    await page.goto(path)
    for (const fault of await faultsOf(page, asked)) faults.push(`${path}: ${fault}`)
  }
  for (const path of strangersPaths) await visit(path)
  await signInByForms(studio, page, "ada@example.com")
  for (const path of membersPaths) await visit(`/studio${path}`)
  assert.deepEqual(faults, [])
})
