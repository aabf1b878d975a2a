import type { Page } from "playwright-core"

export const messageField = (page: Page) => page.getByRole("textbox", { name: "Your message", exact: true })

/** Sends a message once it can be sent: during an answer, which is shown before it ends, Enter sends nothing. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text)
  await page.locator("form.composer").getByRole("button", { name: "Send", disabled: false }).waitFor()
  await messageField(page).press("Enter")
}
