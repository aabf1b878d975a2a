import assert from "node:assert/strict"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { pressOnApprovalCard } from "#test/support/assistant/press-on-approval-card.ts"
import { messageField, sendMessage } from "#test/support/assistant/send-message.ts"
import type { AnyPage } from "#test/support/browser/any-page.ts"
import { cards, checkOut, download, pay } from "#test/support/browser/buyer.ts"
import { joinStudio } from "#test/support/browser/console.ts"
import { openNewDoc, pixel, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { type EngineStudio, onEachEngine } from "#test/support/browser/engines.ts"
import { exchangeCode, openLoopbackApp, signInByForms } from "#test/support/browser/person.ts"
import { pressAndSave } from "#test/support/browser/press-and-save.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"

/** A page of the demo's owner. */
async function openAsOwner(studio: EngineStudio): Promise<AnyPage> {
  const { page } = await studio.open()
  await signInByForms(studio, page, "ada@example.com")
  return page
}

onEachEngine("an app asks, its person signs in and allows it, and the code arrives at the app", async (studio, t) => {
  const { page } = await studio.open()
  const { askPath, answer, redirectUri } = await openLoopbackApp(t)
  await page.goto(askPath)
  await page.getByText("Sign in to connect the app.").waitFor()
  await signInByForms(studio, page, "ada@example.com")

  await page.getByText("This app runs on your computer").waitFor()
  await page.getByRole("button", { name: "Allow" }).click()
  await page.waitForURL(({ href }) => href.startsWith(redirectUri))
  await page.getByText("You can close this page.").waitFor()
  const { code, state, iss } = Object.fromEntries(await answer)
  assert.deepEqual({ state, iss }, { state: "a state", iss: studio.baseUrl })
  const tokens = await exchangeCode(studio, String(code), redirectUri)
  assert.deepEqual(tokens.scope.split(" ").sort(), ["links:read", "links:write"])

  await page.goto("/account/connections")
  await page.getByRole("heading", { name: "Your agent" }).waitFor()
})

onEachEngine("a card pays, a file is downloaded, and the receipt is mailed", async (studio) => {
  const { page } = await studio.open()
  await checkOut(page, "/pay/demo", "bo@example.com")
  await pay(page, cards.pays)
  await page.getByRole("link", { name: "Open files" }).click()
  const { bytes, savedAs } = await download(page, "read-me-first.txt")
  assert.deepEqual([savedAs, bytes.length > 0], ["read-me-first.txt", true])

  await page.getByRole("button", { name: "Email me the receipt" }).click()
  await page.getByText("Receipt sent").waitFor()
  assert.match(await studio.mailTo("bo@example.com"), /\/delivery\//)
})

onEachEngine("a short link is made and shows in another tab, and its sheet counts a visit", async (studio) => {
  const page = await openAsOwner(studio)
  const other = await page.context().newPage()
  await other.goto("/studio/links")
  await other.getByRole("row", { name: /GIMP/ }).waitFor()
  await page.goto("/studio/links?new=1")
  const sheet = page.getByRole("dialog")
  await sheet.getByLabel("Destination").fill("example.com/ink")
  await sheet.getByLabel("Title").fill("Ink for all")
  await sheet.getByRole("button", { name: "Create link" }).click()
  await other.getByRole("row", { name: /Ink for all/ }).waitFor()

  await page.getByRole("row", { name: /Ink for all/ }).click()
  await sheet.getByText(/^0 clicks since/).waitFor()
  const address = String(await sheet.locator("code").textContent())
  const visit = await fetch(address, { redirect: "manual" })
  assert.equal(visit.headers.get("location"), "https://example.com/ink")

  await page.reload()
  await sheet.getByText(/^1 click since/).waitFor()
  await sheet.getByRole("button", { name: "QR code" }).click()
  await sheet.getByRole("img", { name: `QR code for ${address}` }).waitFor()
  const { bytes, savedAs } = await pressAndSave(page, sheet.getByRole("button", { name: "Download PNG" }))
  assert.match(savedAs, /\.png$/)
  assert.equal(bytes.subarray(1, 4).toString(), "PNG")
})

onEachEngine("two people write in one doc and see each other's text and cursor", async (studio) => {
  const ada = await openAsOwner(studio)
  const path = await openNewDoc(ada, "Together")
  await ada.keyboard.type("Ada says. ")
  const bo = await joinStudio(studio, ada, { email: "bo@example.com", role: "member" })
  await bo.goto(path)
  await textOf(bo).getByText("Ada says.").waitFor()
  await ada.getByRole("list", { name: "Here now" }).getByText("bo", { exact: true }).waitFor()

  await textOf(bo).click()
  await bo.keyboard.press("Control+End")
  await ada.keyboard.press("Control+Home")
  await Promise.all([ada.keyboard.type("First. "), bo.keyboard.type("Last.")])
  for (const one of [ada, bo]) {
    await textOf(one)
      .getByText(/First\. .*Ada says\. .*Last\./)
      .waitFor()
  }
  await textOf(ada).locator("[aria-hidden=true]").getByText("bo", { exact: true }).waitFor()
  await textOf(bo).locator("[aria-hidden=true]").getByText("Ada").waitFor()
  await untilSaved(ada)
})

onEachEngine("a picture is uploaded, previewed and shared by a link", async (studio, t) => {
  const page = await openAsOwner(studio)
  const picture = Buffer.from(pixel, "base64")
  const path = join(temporaryFolder(t), "été.png")
  writeFileSync(path, picture)
  await page.goto("/studio/drive")
  await page.getByLabel("Upload files", { exact: true }).and(page.locator("input")).setInputFiles([path])
  await page.getByText("All files uploaded").waitFor()
  await page.getByRole("row", { name: "été.png" }).getByRole("link").click()
  const sheet = page.getByRole("dialog", { name: "été.png" })
  await sheet.locator("img").waitFor()
  assert.equal(
    await page.evaluate(`document.querySelector("dialog img").decode().then(() => "it is drawn")`),
    "it is drawn",
  )
  await sheet.getByRole("button", { name: "Share" }).click()
  const panel = page.getByRole("dialog", { name: "Share “été.png”" })
  await panel.getByRole("button", { name: "Create link" }).click()
  const address = String(await panel.locator("code").textContent())

  const { page: visitor } = await studio.open()
  await visitor.goto(address)
  const { bytes, savedAs } = await pressAndSave(visitor, visitor.getByRole("link", { name: /^Download/ }))
  assert.deepEqual([savedAs, bytes], ["été.png", picture])
})

onEachEngine(
  "the assistant is asked for a link, makes it once it is allowed, and takes it back",
  async (studio) => {
    const page = await openAsOwner(studio)
    await page.goto("/studio/assistant")
    await messageField(page).waitFor()
    await sendMessage(page, "Create a short link to https://example.com/spring called spring-sale")
    const approvalCard = page.getByRole("group", { name: "Create a short link", exact: true })
    await approvalCard.getByText("You can undo this.").waitFor()
    await pressOnApprovalCard(approvalCard.getByRole("button", { name: "Allow once" }))
    await approvalCard.getByText("Done", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Copy answer" }).waitFor()
    await page.getByRole("link", { name: "Links", exact: true }).click()
    await page.getByRole("row", { name: /spring-sale/ }).waitFor()
    await page.goBack()
    await approvalCard.getByRole("button", { name: /^Undo/ }).click()
    await approvalCard.getByText("Undone", { exact: true }).waitFor()
  },
  { settings: { SVC_MODEL_URL: "commands:" } },
)
