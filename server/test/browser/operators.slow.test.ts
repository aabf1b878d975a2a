import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { findBarriersAtBoth, signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

/** Asserts that the open page has no accessibility barriers. */
async function assertOpen(page: Page, what: string): Promise<void> {
  assert.deepEqual(await findBarriersAtBoth(page), [], what)
}

test("a stranger without JavaScript reports the offer behind a pay link, and an operator suspends and restores it", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t, { SVC_OPERATORS: "op@example.com" })
  const { page: stranger } = await studio.open({ javaScriptEnabled: false, refusals: /^404 GET .*\/pay\/demo$/ })
  await stranger.goto("/pay/demo")
  await stranger.getByRole("link", { name: "Report" }).click()
  assert.match(await stranger.getByLabel("URL").inputValue(), /\/pay\/demo$/)
  await stranger.getByLabel("Reason").selectOption({ label: "Copyright infringement" })
  await stranger.getByLabel("Details").fill("These are my drawings.")
  await stranger.getByRole("button", { name: "Send report" }).click()
  await stranger.getByText("Report sent").waitFor()

  const { page } = await studio.open()
  await page.goto("/sign-in?return_to=/operator")
  await signInByCode(studio, page, "op@example.com")
  await page.getByRole("link", { name: "1 report to review" }).click()
  await page.getByRole("row", { name: /Copyright/ }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("These are my drawings.").waitFor()
  await dialog.locator("summary", { hasText: "Suspend offer" }).click()
  await assertOpen(page, "the report")
  await dialog.getByLabel("Note to members").first().fill("Please write to us.")
  await dialog.getByRole("button", { name: "Suspend offer" }).click()
  await page.getByRole("heading", { name: "No open reports" }).waitFor()

  await stranger.goto("/pay/demo")
  await stranger.getByText("Error 404").waitFor()
  assert.match(await studio.mailTo("ada@example.com", /Please write to us\./), /Copyright/)

  await page.getByRole("link", { name: "Suspensions" }).click()
  await page.getByRole("row", { name: /Copyright/ }).click()
  await assertOpen(page, "the suspension")
  await dialog.getByRole("button", { name: "Unsuspend offer" }).click()
  await page.getByRole("heading", { name: "No suspensions" }).waitFor()
  await stranger.goto("/pay/demo")
  assert.equal(await stranger.getByText("Error 404").count(), 0)
})

test("an open console says at once that its workspace was suspended", { skip }, async (t) => {
  const studio = await studioInBrowser(t, { SVC_OPERATORS: "op@example.com", SVC_CONTACT: "help@example.com" })
  const { page: member } = await studio.open({ refusals: /^403 GET .*\/(console\/|studio$)/ })
  await signInByCode(studio, member, "ada@example.com")
  await member.goto("/studio/links")

  const { page } = await studio.open()
  await page.goto("/sign-in?return_to=/operator/workspaces")
  await signInByCode(studio, page, "op@example.com")
  await page.getByRole("row", { name: /studio/ }).click()
  await assertOpen(page, "the workspace")
  await page.getByRole("dialog").getByRole("button", { name: "Suspend workspace" }).click()
  await page.getByRole("row", { name: /Suspended/ }).waitFor()

  await member.getByRole("heading", { name: "This workspace is suspended." }).waitFor()
  await member.getByText("Write to help@example.com.").waitFor()
  await member.goto("/studio")
  await member.getByText("This workspace is suspended.").waitFor()
  await member.getByText("Write to help@example.com.").waitFor()
})
