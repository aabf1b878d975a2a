import assert from "node:assert/strict"
import type { Locator, Page } from "playwright-core"

type Role = Parameters<Page["getByRole"]>[0]

/** More than any page here has to be passed before what is wanted. */
const mostTabs = 60

/** Goes on with Tab to the element of this role and name; it has to show that it has the focus. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<Locator> {
  const focused = page
    .getByRole(role, { name, ...(typeof name === "string" && { exact: true }) })
    .and(page.locator(":focus"))
  await page.getByRole(role, { name }).first().waitFor()
  for (let tabs = 0; (await focused.count()) === 0; tabs++) {
    if (tabs === mostTabs) assert.fail(`Tab leads to no ${role} called ${name} at ${page.url()}.`)
    await page.keyboard.press("Tab")
  }
  assert.ok(await page.evaluate(showsFocus), `${role} ${name} does not show that it has the focus.`)
  return focused
}

/** Goes to an element with Tab, and presses Enter there. */
export async function pressAt(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name)
  await page.keyboard.press("Enter")
}

/** Goes to a field with Tab, and types into it. */
export async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, "textbox", name)
  await page.keyboard.type(text)
}

/** Runs in the page: whether something is drawn around what has the focus. */
const showsFocus = `{
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
  (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none"
}`
