import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { pressOnApprovalCard } from "#test/support/assistant/press-on-approval-card.ts"
import { sendMessage } from "#test/support/assistant/send-message.ts"
import { joinStudio } from "#test/support/browser/console.ts"
import { openNewDoc, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"
import { openModelStandIn } from "#test/support/stand-ins/model/model-stand-in.ts"

const approvalCard = (page: Page) => page.getByRole("group", { name: "Edit a doc", exact: true })

/** Asks the assistant to write into a doc, and allows it. */
async function writeInto(page: Page): Promise<void> {
  await page.goto("/studio/assistant")
  await sendMessage(page, "Write into it")
  await pressOnApprovalCard(approvalCard(page).getByRole("button", { name: "Allow once" }))
  await approvalCard(page).getByText("Done", { exact: true }).waitFor()
}

test("one click undoes the assistant's text in a doc, and leaves a colleague's text", {
  skip: noBrowser ?? false,
}, async (t) => {
  const model = await openModelStandIn(t, [["Done."]])
  const studio = await studioInBrowser(t, { SVC_MODEL_URL: model.url() })
  const { page } = await studio.open({ viewport: { width: 1280, height: 1200 } })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio")
  const bo = await joinStudio(studio, page, { email: "bo@example.com", role: "member" })
  const path = await openNewDoc(page, "Plan")
  await page.keyboard.type("Some ")
  await page.keyboard.press("Control+u")
  await page.keyboard.type("underlined")
  await page.keyboard.press("Control+u")
  for (const key of ["Enter", "Enter", "Enter"]) await page.keyboard.press(key)
  await page.keyboard.type("The end")
  await untilSaved(page)
  const before = await textOf(page).innerHTML()
  const id = path.split("/").at(-1)
  const write = { call: "write_doc", arguments: { id, how: "append", markdown: "Written by the assistant." } }

  const said = [[write], ["It is there."]]
  model.script = () => said.shift() ?? ["That was all."]
  await writeInto(page)
  await bo.goto(path)
  await textOf(bo).getByText("Written by the assistant.").waitFor()
  await textOf(bo).getByText("The end").click()
  await bo.keyboard.press("End")
  await bo.keyboard.type(", says Bo")
  await untilSaved(bo)
  await approvalCard(page).getByRole("button", { name: "Undo: Edit a doc" }).click()
  await approvalCard(page).getByText("Undone", { exact: true }).waitFor()
  await textOf(bo).getByText("Written by the assistant.").waitFor({ state: "detached" })
  await bo.goto("/studio") // Bo's caret would be in the HTML
  await page.goto(path)
  await textOf(page).getByText("The end, says Bo").waitFor()
  assert.equal((await textOf(page).innerHTML()).replace(", says Bo", ""), before)
  await bo.goto(path)

  said.push([write], ["It is there."])
  await writeInto(page)
  await textOf(bo).getByText("Written by the assistant.").click()
  await bo.keyboard.press("End")
  await bo.keyboard.type(" And by Bo.")
  await untilSaved(bo)
  await approvalCard(page).getByRole("button", { name: "Undo: Edit a doc" }).click()
  await approvalCard(page)
    .getByText(/These lines have changed since/)
    .waitFor()
  assert.equal(await approvalCard(page).getByText("Undone", { exact: true }).count(), 0)
  await textOf(bo).getByText("Written by the assistant. And by Bo.").waitFor()
})
