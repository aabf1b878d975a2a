import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { Page } from "playwright-core"
import { pressOnApprovalCard } from "#test/support/assistant/press-on-approval-card.ts"
import { messageField, sendMessage } from "#test/support/assistant/send-message.ts"
import { joinStudio } from "#test/support/browser/console.ts"
import { noBrowser } from "#test/support/browser/studio.ts"
import { studioOfFile } from "#test/support/browser/studio-of-file.ts"

const skip = noBrowser ?? false
const shared = studioOfFile({ SVC_MODEL_URL: "commands:" })
const making = (slug: string) => `Create a short link to https://example.com/spring called ${slug}`
const approvalCard = (page: Page, name = "Create a short link") => page.getByRole("group", { name, exact: true })

async function open(t: TestContext, refusals = /^$/) {
  const studio = await shared()
  // The window is so high that nothing must be scrolled into view, which would make cards wait again.
  const page = await studio.openAsOwner(t, { refusals, viewport: { width: 1280, height: 1600 } })
  await page.goto("/studio/assistant")
  return { studio, page }
}

test("a question is answered without a model, which the page says, and the list shows it again", {
  skip,
}, async (t) => {
  const { page } = await open(t)
  await page.getByText("No model is connected.", { exact: true }).waitFor()
  await page.getByRole("button", { name: "Which short link has the most clicks?" }).click()
  await messageField(page).press("Enter")
  await page.getByText("No model is connected.", { exact: true }).waitFor()
  const answer = page.getByRole("article", { name: "Assistant" })
  await answer.locator("details.calls").waitFor()
  await answer.getByRole("button", { name: "Copy answer" }).waitFor()
  const said = await answer.locator(".text").textContent()
  await page.reload()
  assert.equal(await answer.locator(".text").textContent(), said)
  const list = page.getByRole("region", { name: "Conversations" })
  await list.getByRole("searchbox").fill("nothing is called that")
  await page.getByText("No results").waitFor()
  await list.getByRole("searchbox").fill("most clicks")
  await list.getByRole("link", { name: /Which short link has the most clicks/ }).waitFor()
})

test("a link is made once it is allowed, and the change is undone", { skip }, async (t) => {
  const { page } = await open(t)
  await sendMessage(page, making("spring-sale"))
  await approvalCard(page).getByText("https://example.com/spring").first().waitFor()
  await approvalCard(page).getByText("Preview", { exact: true }).waitFor()
  await approvalCard(page).getByText("You can undo this.").waitFor()
  await page.goto("/studio/links")
  assert.equal(await page.getByRole("row", { name: /spring-sale/ }).count(), 0, "it was only tried out")
  await page.goBack()
  await pressOnApprovalCard(approvalCard(page).getByRole("button", { name: "Allow once" }))
  await approvalCard(page).getByText("Done", { exact: true }).waitFor()
  await page.getByRole("link", { name: "Links", exact: true }).click()
  await page.getByRole("row", { name: /spring-sale/ }).waitFor()
  await page.goBack()
  await page.getByRole("button", { name: "Copy answer" }).waitFor() // during a run nothing is undone
  await approvalCard(page).getByRole("button", { name: /^Undo/ }).click()
  await approvalCard(page).getByText("Undone", { exact: true }).waitFor()
  await page.getByRole("link", { name: "Links", exact: true }).click()
  await page.getByRole("row", { name: /spring-sale/ }).waitFor({ state: "detached" }) // the page hears of the change
})

test("a declined call does not run, and the person's text is kept", { skip }, async (t) => {
  const { page } = await open(t)
  await sendMessage(page, making("summer-sale"))
  await approvalCard(page).getByRole("button", { name: "Decline with reason" }).click()
  await approvalCard(page).getByRole("textbox", { name: "Reason" }).fill("Not this month")
  await approvalCard(page).getByRole("textbox", { name: "Reason" }).press("Enter")
  await approvalCard(page).getByText("Declined", { exact: true }).waitFor()
  await page.goto("/studio/links")
  assert.equal(await page.getByRole("row", { name: /summer-sale/ }).count(), 0)
})

test("a question is edited, and both answers stay", { skip }, async (t) => {
  const { page } = await open(t)
  await sendMessage(page, "List my docs")
  const person = page.getByRole("article", { name: "You" })
  await page.getByRole("button", { name: "Copy answer" }).waitFor()
  await person.getByRole("button", { name: "Edit" }).click()
  await person.getByRole("textbox").fill("List my files")
  await person.getByRole("textbox").press("Enter")
  await person.getByText("2 / 2").waitFor()
  await page.getByRole("button", { name: "Copy answer" }).waitFor()
  await person.getByRole("button", { name: "Previous version" }).click()
  await person.getByText("1 / 2").waitFor()
  await person.getByText("List my docs").waitFor()
})

test("a page continues after the service was down, also with waiting approval cards", { skip }, async (t) => {
  const { studio, page } = await open(t, /\/console\/|ERR_/)
  await sendMessage(page, making("autumn-sale"))
  await approvalCard(page).getByRole("button", { name: "Allow once" }).waitFor()
  await studio.restart()
  await pressOnApprovalCard(approvalCard(page).getByRole("button", { name: "Allow once" }))
  await approvalCard(page).getByText("Done", { exact: true }).waitFor()
  await studio.restart()
  await sendMessage(page, "List my docs")
  await page.getByRole("article", { name: "Assistant" }).last().getByRole("button", { name: "Copy answer" }).waitFor()
})

test("a viewer asks and gets an answer, and nothing is changed", { skip }, async (t) => {
  const { studio, page: ada } = await open(t)
  const bo = await joinStudio(studio, ada, { email: "vi@example.com", role: "viewer" })
  await bo.goto("/studio/assistant")
  assert.equal(await bo.getByRole("button", { name: /^Create a short link/ }).count(), 0)
  await sendMessage(bo, "List my short links")
  await bo.getByRole("button", { name: "Copy answer" }).waitFor()
  await sendMessage(bo, making("winter-sale"))
  await bo.getByRole("button", { name: "Copy answer" }).nth(1).waitFor()
  assert.equal(await bo.getByRole("button", { name: "Allow once" }).count(), 0)
})

test("another member's conversation is not found", { skip }, async (t) => {
  const { studio, page: ada } = await open(t, /^404 GET .*conversation/)
  await sendMessage(ada, "List my docs")
  const bo = await joinStudio(studio, ada, {
    email: "bo@example.com",
    role: "admin",
    refusals: /^404 GET .*conversation/,
  })
  await bo.goto(ada.url())
  await bo.getByRole("heading", { name: /Conversation not found/ }).waitFor()
})

test("a capability's address is shown to the person that it was made for", { skip }, async (t) => {
  const { studio, page } = await open(t)
  await sendMessage(page, "Create an upload link into /Sketches for 5 files for 2 days")
  await pressOnApprovalCard(approvalCard(page, "Create an upload link").getByRole("button", { name: "Allow once" }))
  await approvalCard(page, "Create an upload link").getByText("Done", { exact: true }).waitFor()
  const shown = page.locator(".text .foreign").first()
  await shown.waitFor()
  const [address = ""] = /http\S+?(?=Copy|$)/.exec(String(await shown.textContent())) ?? []
  assert.ok(address.startsWith(studio.baseUrl), address)
  assert.equal((await fetch(address)).status, 200)
})
