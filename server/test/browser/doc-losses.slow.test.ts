import assert from "node:assert/strict"
import { test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { doBehind, joinStudio } from "#test/support/browser/console.ts"
import { gateOf, openNewDoc, textIn, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { pressAndSave } from "#test/support/browser/press-and-save.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

test("text that was written and not deleted is not lost", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio")
  const refusals = /^WebSocket connection/
  const bo = await joinStudio(studio, page, { email: "bo@example.com", role: "member", refusals })

  await t.test(
    "in a line that a colleague deletes meanwhile: it becomes a new line, and its author is notified",
    async () => {
      const gate = await gateOf(bo.context())
      const path = await openNewDoc(page, "Deleted")
      await page.keyboard.type("above")
      await page.keyboard.press("Enter")
      await page.keyboard.type("the plan")
      await page.keyboard.press("Enter")
      await page.keyboard.type("below")
      await untilSaved(page)
      await bo.goto(path)
      await textOf(bo).getByText("the plan").click()
      gate.shut()
      await bo.getByText("You're offline. Changes are saved in this browser.").waitFor()
      await bo.keyboard.press("End")
      await bo.keyboard.type(" of ours")
      await textOf(page).getByText("the plan").click()
      for (const keys of ["Home", "Shift+ArrowDown", "Delete"]) await page.keyboard.press(keys)
      await untilSaved(page)
      assert.equal(await textOf(page).getByText("of ours").count(), 0)
      gate.open()
      for (const one of [page, bo]) {
        const lines = textOf(one).locator("p")
        await lines.nth(1).filter({ hasText: "of ours" }).waitFor()
        await lines.nth(2).filter({ hasText: "below" }).waitFor()
        assert.doesNotMatch(String(await textOf(one).textContent()), /the plan/)
      }
      await bo.getByText("A line of “Deleted” was deleted while you edited it").waitFor()
      await bo.getByText("Your text was kept on a new line: “ of ours”").waitFor()
    },
  )

  await t.test("in a pasted megabyte, and in the text typed after it", async () => {
    const path = await openNewDoc(page, "Pasted")
    const line = "Words of a long text. ".repeat(25)
    await page.evaluate(`{
      const data = new DataTransfer()
      data.setData("text/plain", ${JSON.stringify(`${line}\n\n`)}.repeat(2_000))
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
    }`)
    await page.keyboard.type("Behind it.")
    await page.getByText("Saving…", { exact: true }).waitFor({ state: "detached" })
    await untilSaved(page)
    const written = (await textIn(page)).length
    assert.ok(written > 1_000_000, String(written))
    await bo.goto(path)
    await textOf(bo).getByText("Behind it.").waitFor()
    await until(async () => (await textIn(bo)).length === written)
    assert.equal(await page.getByText(/too large/).count(), 0)
  })

  await t.test("when the author's role drops: the text stays, to be copied or saved as a file", async () => {
    const gate = await gateOf(bo.context())
    const path = await openNewDoc(page, "Read only")
    await page.keyboard.type("Stored. ")
    await untilSaved(page)
    await bo.goto(path)
    await textOf(bo).click()
    await bo.keyboard.press("Control+End")
    await untilSaved(bo)
    gate.shut()
    await bo.getByText("You're offline. Changes are saved in this browser.").waitFor()
    await bo.keyboard.type("Not stored.")
    const { items } = (await page.evaluate(
      `fetch("/console/list-members?workspace=studio").then((answer) => answer.json())`,
    )) as { items: { accountId: string; email: string }[] }
    const accountId = items.find(({ email }) => email === "bo@example.com")?.accountId
    await doBehind(page, "change-role", { accountId, role: "viewer" })
    gate.open()
    await bo.getByText("This doc is now read-only for you").waitFor()
    await bo.getByText("Your last changes aren't saved. Copy or download them.").waitFor()
    const { bytes } = await pressAndSave(bo, bo.getByRole("button", { name: "Download copy" }))
    assert.equal(bytes.toString(), "Stored. Not stored.")
    await bo.getByRole("article", { name: /^Text of/ }).click()
    await bo.keyboard.press("Control+A")
    assert.equal(await bo.getByRole("toolbar").count(), 0)
    assert.equal(await textOf(page).getByText("Not stored.").count(), 0)
  })
})
