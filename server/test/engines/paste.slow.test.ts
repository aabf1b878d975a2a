import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"
import type { AnyPage } from "#test/support/browser/any-page.ts"
import { openNewDoc, paste, textOf } from "#test/support/browser/doc.ts"
import { engines } from "#test/support/browser/engines.ts"
import { signInByForms } from "#test/support/browser/person.ts"
import { shownLines } from "#test/support/browser/shown-text.ts"
import { serveStudio } from "#test/support/browser/studio.ts"

const folder = new URL("../support/formats/clipboards/", import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), "utf8")

/** What the editor shows of the files in `formats/clipboards`, which have the form of each program's. */
const shown: Readonly<Record<string, readonly string[]>> = {
  "apple-notes.html": [
    ...["**Market stall**", "We sell **bread** and *jam*.", ""],
    ...["- Top", "  - Rye", "- Bottom", "[x] Bake", "[ ] Sell", "Loaf | 4.20"],
  ],
  "apple-pages.html": ["We sell **bread** and *~~tea~~*.", "- Top", "  - **Rye**", "- Bottom"],
  "craft.html": ["# Head", "**b**", "[x] Bake", "[ ] Sell", "- Top", "  - Rye"],
  "dropbox-paper.html": ["# Head", "[ ] Sell", "[x] Bake", "- Top", "  - Rye"],
  "evernote.html": ["[x] Bake", "[ ] Sell", "[x] Old", "    let a", "    let b", "**b**"],
  "excel.html": ["**Loaf** | **Price**", "Rye,⏎dark | *4.20*"],
  "github.html": [
    "### Market stall",
    "Run `bake` first. 🍞",
    ...["[x] Bake", "[ ] Sell", "  [ ] at nine"],
    "    let loaves = 3",
    "### Prices",
  ],
  "gmail.html": ["Hello Bo,", "", "the **stall** opens at *nine*. 🍞", "Ada", "Baker", "> When?"],
  "google-docs-checklist.html": ["[x] Bake", "  [ ] Rye first", "[ ] Sell"],
  "google-docs.html": [
    "# Market stall",
    "We sell **bread**, *jam* and ~~tea~~. Our [prices](https://stall.example/prices) are fair.",
    "",
    "### Shelves",
    ...["- Top", "  - **Rye**", "- Bottom"],
    "**Loaf** | 4.20",
  ],
  "google-sheets.html": ["**Loaf** | **Price**", "Rye | 4.2"],
  "hidden-text.html": ["See me"],
  "libre-office.html": ["We sell **bread** and *jam*.", "- Top", "  - **Rye**"],
  "newsletter.html": ["# News", "We baked.", "- Rye", "[Read](https://e.com/x)"],
  "notion.html": [
    "## Market stall",
    "We sell **bread** and *jam*.",
    ...["- Top", "  - Rye"],
    ...["[x] Bake", "[ ] Sell", "  [ ] at nine"],
    ...["    let loaves = 3", "    loaves += 1"],
  ],
  "outlook.html": [
    ...["Hello Bo,", "", "the **stall** opens at _nine_."],
    ...["1. Knead", "  1. by hand", "2. Bake"],
    "**From:** Ada [ada@stall.example](mailto:ada@stall.example)",
  ],
  "power-point.html": ["- **Top**", "  - Rye"],
  "quip.html": ["# Head", "[x] Bake", "[ ] Sell", "- Top", "  - Rye"],
  "roam.html": ["- Top [[Page]]", "  [x] Bake", "  [ ] Sell"],
  "shown-lines.html": [
    ...["The stall⏎opens at **nine**⏎sharp.", "Rye⏎Jam", "- Top", "  - Rye", "One line"],
    ...["### [Card](https://stall.example/card)", "[of the **stall**](https://stall.example/card)"],
  ],
  "slack.html": ["We sell **bread**", "- Top", "  - Rye", "- Bottom"],
  "teams.html": ["- Top", "  - Rye", "- Bottom", "Run `bake`:", "    let loaves = 3", "    bake(loaves)"],
  "vs-code.html": ["    let loaves = 3", "    ", "      bake(loaves)"],
  "word-in-a-mail.html": [
    ...["Hi", "- Top", "  - Rye", "2. Knead"],
    ...["Plain of that style", "Doe, J. (2020). A book."],
  ],
  "word-in-browser.html": [
    "## Market stall",
    "We sell **bread**.",
    ...["- Top", "  - *Rye*", "- Bottom"],
    ...["1. Knead", "2. Bake"],
  ],
  "word.html": [
    "# Market stall",
    ...["We sell **bread**, *jam* and ~~tea~~.", ""],
    ...["- Top shelf", "  - **Rye**", "    - Dark", "- Bottom shelf"],
    ...["3. Knead", "  1. by hand", "4. Bake"],
    ...["[x] Flour is here", "[ ] Salt is here"],
    "**Loaf** | 4.20",
  ],
}

for (const { name, skip, openAt } of engines) {
  test(`content copied from other programs is pasted as it looks there (${name})`, {
    skip,
    timeout: 90_000,
  }, async (t) => {
    const { page } = await openAsOwner(t, openAt)
    assert.deepEqual(readdirSync(folder).sort(), Object.keys(shown).sort())
    await openNewDoc(page, "From elsewhere")
    for (const [file, lines] of Object.entries(shown)) {
      await paste(page, { texts: { "text/html": read(file), "text/plain": "not this" } })
      assert.deepEqual(await shownLines(page), lines, file)
      assert.equal(await page.getByText(/wasn't pasted|weren't pasted/).count(), 0, `${file} has no picture`)
      await page.keyboard.press("Control+z")
      assert.deepEqual(await shownLines(page), [""], `${file} is undone at once`)
    }
  })

  test(`keys copy and paste through the clipboard (${name})`, { skip, timeout: 90_000 }, async (t) => {
    const { page } = await openAsOwner(t, openAt)
    await openNewDoc(page, "By keys")
    await page.evaluate(`document.addEventListener(
      "copy",
      (event) => {
        event.stopImmediatePropagation()
        event.preventDefault()
        event.clipboardData.setData("text/html", ${JSON.stringify(read("google-docs.html"))})
        event.clipboardData.setData("text/plain", "not this")
      },
      { capture: true, once: true },
    )`)
    await page.keyboard.press("Control+c")
    await page.keyboard.press("Control+v")
    await textOf(page).getByText("Market stall").waitFor()
    assert.deepEqual(await shownLines(page), shown["google-docs.html"])
  })
}

async function openAsOwner(
  t: Parameters<typeof serveStudio>[0],
  openAt: (typeof engines)[number]["openAt"],
): Promise<{ page: AnyPage }> {
  const studio = await serveStudio(t)
  const open = await openAt(t, studio.baseUrl)
  const { page } = await open()
  await signInByForms(studio, page, "ada@example.com")
  return { page }
}
