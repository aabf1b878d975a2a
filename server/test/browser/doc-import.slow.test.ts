import assert from "node:assert/strict"
import { test } from "node:test"
import { inDocMenu, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { pressAndSave } from "#test/support/browser/press-and-save.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

const kept = `# Kept

[a page](https://example.com "Its title"), [a file](../notes/b.md "Beside it") and [a phone](tel:+49301234)

- one

- two

| left | middle | right |
| :-- | :-: | --: |
| a | b | c |
`
const lost = "---\ntags: [a]\n---\n<!-- for nobody -->\n"

test("a Markdown file is exported as it was imported, and the page lists what was left out", {
  skip,
}, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio/docs?import=1")
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "kept.md", mimeType: "text/markdown", buffer: Buffer.from(lost + kept) })
  const said = page.getByRole("region", { name: "Alerts" })
  await said.getByText("Parts of “Kept” were not imported").waitFor()
  assert.deepEqual(await said.getByRole("listitem").allTextContents(), [
    "The front matter's other fields were left out: tags.",
    "1 HTML comment was left out.",
  ])

  const text = textOf(page)
  await text.getByText("a page").click()
  await text.getByTitle("Its title").waitFor()
  await text.locator("span[data-href]").getByText("a file").waitFor()
  assert.equal(await text.getByRole("link", { name: "a phone" }).getAttribute("href"), "tel:+49301234")
  await text.locator("ul[data-loose]").waitFor()
  const sides = `[...document.querySelectorAll("[role=textbox] td")].map((cell) => getComputedStyle(cell).textAlign)`
  assert.deepEqual(await page.evaluate(sides), ["left", "center", "right"])
  await page.keyboard.type("x")
  await page.keyboard.press("Backspace")
  await untilSaved(page)

  const { bytes } = await pressAndSave(page, await inDocMenu(page, "Export Markdown"))
  assert.equal(bytes.toString(), kept)
})
