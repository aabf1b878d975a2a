import assert from "node:assert/strict"
import type { Locator, Page } from "playwright-core"
import type { StudioInBrowser } from "./studio.ts"

/** That of the page in which `hasFocus` runs. */
declare const document: { activeElement: unknown }

type Role = Parameters<Page["getByRole"]>[0]

/** More tab stops than any page has before the wanted element. */
const mostTabs = 60

/** Presses Tab until the element of this role and name has the focus, and asserts that the focus is visible. */
export function tabTo(page: Page, role: Role, name: string | RegExp): Promise<Locator> {
  return tabToOne(page, page.getByRole(role, { name, ...(typeof name === "string" && { exact: true }) }), name)
}

/** Moves the focus to a collapsed part, by its label, and opens it. */
export async function unfold(page: Page, label: string): Promise<void> {
  await tabToOne(page, page.locator("summary").and(page.getByLabel(label, { exact: true })), label)
  await page.keyboard.press("Enter")
}

/** Roles and names are looked up once in so many steps, since that takes longer than a step. */
const stepsALookup = 10

async function tabToOne(page: Page, wanted: Locator, name: string | RegExp): Promise<Locator> {
  await wanted.first().waitFor()
  for (let tabs = 0; tabs < mostTabs; tabs += stepsALookup) {
    const elements = await wanted.elementHandles()
    for (let step = 0; step < stepsALookup; step += 1) {
      if (await page.evaluate(hasFocus, elements)) {
        assert.ok(await page.evaluate(showsFocus), `${name} does not show that it has the focus.`)
        return wanted.and(page.locator(":focus"))
      }
      await page.keyboard.press("Tab")
    }
  }
  assert.fail(`Tab leads to no ${name} at ${page.url()}.`)
}

/** Runs in the page: whether one of these elements has the focus. */
const hasFocus = (elements: readonly unknown[]) => elements.includes(document.activeElement)

/** Moves the focus to an element with Tab, and presses Enter. */
export async function pressAt(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name)
  await page.keyboard.press("Enter")
}

/** Moves the focus to a field with Tab, and types into it. */
export async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, "textbox", name)
  await page.keyboard.type(text)
}

/** Signs in at the open form, by the code in the mail. */
export async function signInByKeys({ mailTo }: StudioInBrowser, page: Page, email: string): Promise<void> {
  await typeInto(page, "Email", email)
  await page.keyboard.press("Enter")
  const code = /Code: (\d{8})/.exec(await mailTo(email, /Code: /))?.[1]
  await typeInto(page, "Code", String(code))
  await page.keyboard.press("Enter")
}

/** Runs in the page: whether the focused element has an outline or a shadow. */
const showsFocus = `{
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
  (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none"
}`
