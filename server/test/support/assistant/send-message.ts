import type { AnyPage } from "../browser/any-page.ts"

export const messageField = <Found>(page: {
  getByRole(role: "textbox", by: { name: string; exact: boolean }): Found
}): Found => page.getByRole("textbox", { name: "Your message", exact: true })

/** Sends a message once it can be sent: during an answer, which is shown before it ends, Enter sends nothing. */
export async function sendMessage(page: AnyPage, text: string): Promise<void> {
  await messageField(page).fill(text)
  await page.locator("form.composer").getByRole("button", { name: "Send", disabled: false }).waitFor()
  await messageField(page).press("Enter")
}
