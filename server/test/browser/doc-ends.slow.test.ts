import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { until } from "#test/support/basics/until.ts"
import { doBehind, joinStudio } from "#test/support/browser/console.ts"
import { inDocMenu, openNewDoc, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { pressSignOut, signInByCode } from "#test/support/browser/person.ts"
import { pressAndSave } from "#test/support/browser/press-and-save.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

test("a doc's earlier versions, its public link, and how writing in it ends", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const refusals = /^40[134] (GET|POST) |ERR_INTERNET_DISCONNECTED/
  const { page, context } = await studio.open({ refusals })
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio")
  const bo = await joinStudio(studio, page, { email: "bo@example.com", role: "member", refusals })
  const dialog = page.getByRole("dialog")
  const shows = (one: Page, words: string | RegExp) => textOf(one).getByText(words).waitFor()

  await t.test("an earlier version is compared, and restored for everyone who has the doc open", async () => {
    const path = await openNewDoc(page, "Versions")
    await page.keyboard.type("The first words.")
    await untilSaved(page)
    await bo.goto(path)
    await textOf(bo).click()
    await bo.keyboard.press("Control+A")
    await bo.keyboard.type("Other words.")
    await untilSaved(bo)
    await shows(page, "Other words.")

    await (await inDocMenu(page, "Versions")).click()
    await dialog.getByRole("listitem").nth(1).getByRole("button").click()
    await dialog.getByText("1 word added, 2 words removed").waitFor()
    await dialog.locator("del", { hasText: "The first" }).waitFor()
    await dialog.locator("ins", { hasText: "Other" }).waitFor()
    await dialog.getByLabel("Compare").selectOption("none")
    await dialog.getByText("The first words.").waitFor()
    await dialog.getByRole("button", { name: "Restore version" }).click()
    await shows(bo, "The first words.")
    assert.equal(await textOf(bo).getByText("Other words.").count(), 0)
  })

  await t.test("a public link shows it to anyone until it is ended", async () => {
    await openNewDoc(page, "Public")
    await page.keyboard.type("For all to read.")
    await untilSaved(page)
    await (await inDocMenu(page, "Share")).click()
    await dialog.getByRole("button", { name: "Create public link" }).click()
    const url = String(await dialog.locator("code").first().textContent())
    const { page: reader } = await studio.open({ refusals: /^404 GET .*\/d\// })
    // New text appears there a few seconds later.
    await until(async () => {
      await reader.goto(url)
      return (await reader.getByText("For all to read.").count()) === 1
    })
    await dialog.getByRole("button", { name: "Disable link" }).click()
    assert.equal((await reader.reload())?.status(), 404)
  })

  await t.test("an import of Markdown and its export give the same text", async () => {
    const markdown = `# Markdown\n\n## Part\n\n- [x] done\n- [ ] not yet\n\nA **bold** word\n`
    await page.goto("/studio/docs?import=1")
    const file = { name: "any.md", mimeType: "text/markdown", buffer: Buffer.from(markdown) }
    await dialog.locator("input[type=file]").setInputFiles(file)
    await textOf(page).getByRole("checkbox", { name: "not yet" }).waitFor()
    const { bytes, savedAs } = await pressAndSave(page, await inDocMenu(page, "Export Markdown"))
    assert.equal(savedAs, "Markdown.md")
    assert.equal(bytes.toString().trim(), markdown.trim())
  })

  await t.test("offline the page names the kept text, and sends it when it is online again", async () => {
    const path = await openNewDoc(page, "Offline")
    await page.keyboard.type("On. ")
    await untilSaved(page)
    await bo.goto(path)
    await shows(bo, "On.")
    await context.setOffline(true)
    await page.keyboard.type("Off. ")
    await page.getByText(/^(Saving…|You.re offline)/).waitFor()
    assert.equal(await textOf(bo).getByText("Off.").count(), 0)
    await context.setOffline(false)
    await untilSaved(page)
    await shows(bo, "On. Off.")
  })

  await t.test("in the trash it cannot be edited, its text stays available, and it is restored in place", async () => {
    const path = await openNewDoc(page, "Trash")
    await page.keyboard.type("Almost gone.")
    await untilSaved(page)
    await bo.goto(path)
    await shows(bo, "Almost gone.")
    await doBehind(page, "trash-doc", { id: path.split("/").at(-1) })
    await bo.getByText("This doc is in the trash", { exact: true }).waitFor()
    await bo.getByRole("button", { name: "Download copy" }).waitFor()
    await bo
      .getByRole("article", { name: /^Text of/ })
      .getByText("Almost gone.")
      .waitFor()
    await doBehind(page, "restore-doc", { id: path.split("/").at(-1) })
    await textOf(bo).waitFor() // the page is notified that another member has restored it
    await doBehind(page, "trash-doc", { id: path.split("/").at(-1) })
    await bo.getByRole("button", { name: "Restore" }).click()
    await textOf(bo).click()
    await bo.keyboard.type("Not at all: ")
    await untilSaved(bo)
  })

  await t.test(
    "permanently refused text is discarded after it was saved as a file, and writing continues",
    async () => {
      let isRefusing = false
      const one = await context.newPage()
      await one.routeWebSocket(/docs-socket/, (socket) => {
        const service = socket.connectToServer()
        service.onMessage((message) => socket.send(message))
        socket.onMessage((message) => (isRefusing ? socket.close({ code: 1009 }) : service.send(message)))
      })
      const path = await openNewDoc(one, "Too much")
      await one.keyboard.type("Stored. ")
      await untilSaved(one)
      isRefusing = true
      await one.keyboard.type("Never stored.")
      const { bytes } = await pressAndSave(one, one.getByRole("button", { name: "Download and discard" }))
      assert.equal(bytes.toString(), "Stored. Never stored.")
      isRefusing = false
      await one.getByRole("button", { name: "Discard changes" }).click()
      await shows(one, "Stored.")
      assert.equal(await textOf(one).getByText("Never stored.").count(), 0)
      await textOf(one).click()
      await one.keyboard.type("On. ")
      await untilSaved(one)
      await bo.goto(path)
      await shows(bo, /On\./)
      assert.equal(await textOf(bo).getByText("Never stored.").count(), 0)
      await one.close()
    },
  )

  await t.test("a removed member and a signed-out one get a notice; the text stays, to be copied", async () => {
    const isAtHand = async (one: Page) => {
      await one
        .getByRole("article", { name: /^Text of/ })
        .getByText("Bo was here.")
        .waitFor()
      const { bytes } = await pressAndSave(one, one.getByRole("button", { name: "Download copy" }))
      assert.equal(bytes.toString(), "Bo was here.")
    }
    const path = await openNewDoc(page, "Ends")
    await bo.goto(path)
    await textOf(bo).click()
    await bo.keyboard.type("Bo was here.")
    await shows(page, "Bo was here.")
    const { items } = (await page.evaluate(
      `fetch("/console/list-members?workspace=studio").then((answer) => answer.json())`,
    )) as { items: { accountId: string; email: string }[] }
    const accountId = items.find(({ email }) => email === "bo@example.com")?.accountId
    await doBehind(page, "remove-member", { accountId })
    await bo.getByText("You no longer have access to this doc").waitFor()
    await isAtHand(bo)

    const other = await context.newPage()
    await other.goto("/account")
    await pressSignOut(other)
    await page.getByText("You are signed out").waitFor()
    await isAtHand(page)
  })
})
