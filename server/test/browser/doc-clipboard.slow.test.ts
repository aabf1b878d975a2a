import assert from "node:assert/strict"
import { test } from "node:test"
import type { Page } from "playwright-core"
import { until } from "#test/support/basics/until.ts"
import { openNewDoc, paste, textOf } from "#test/support/browser/doc.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { shownLines } from "#test/support/browser/shown-text.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

/** What a program gets of the copied selection. */
const copied = (page: Page, type = "text/plain"): Promise<string> =>
  page.evaluate(`(() => {
    const event = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
    return event.clipboardData.getData(${JSON.stringify(type)})
  })()`)

const link = (text: string, href = text) => `[${text}](${href})`

/** Checklists as programs copy them, and what the editor shows. */
const checklists: Readonly<Record<string, readonly [html: string, lines: readonly string[]]>> = {
  "another editor's": [
    '<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked></label><div><p>Bake</p></div></li></ul>',
    ["[x] Bake"],
  ],
  "Confluence's editor": [
    '<div data-node-type="actionList" data-pm-slice="0 0 []" style="list-style: none;"><div data-task-local-id="1" data-task-state="DONE">Bake</div><div data-task-local-id="2" data-task-state="TODO">Sell</div></div>',
    ["[x] Bake", "[ ] Sell"],
  ],
  "Linear's": [
    '<ul data-pm-slice="2 2 []" class="todo-list"><li data-type="todo_item" data-done="true"><p style="font-weight: 700">Bake</p></li></ul>',
    ["[x] **Bake**"],
  ],
  "Confluence's page": [
    '<ul class="inline-task-list"><li data-inline-task-id="4" class="checked"><span>Bake</span></li><li data-inline-task-id="5"><span>Sell</span></li></ul>',
    ["[x] Bake", "[ ] Sell"],
  ],
  "Evernote's": [
    '<ul style="--en-todo:true;"><li style="--en-checked:true;"><div>Bake</div></li><li style="--en-checked:false;"><div>Sell</div></li></ul>',
    ["[x] Bake", "[ ] Sell"],
  ],
  "OneNote's": [
    '<p><img src="https://stall.example/box.png" data-tag="to-do" alt="To Do" width="16" height="16">&nbsp;Sell</p><p data-tag="to-do:completed">Bake</p>',
    ["[ ] Sell", "[x] Bake"],
  ],
  "Quill's": [
    '<ol><li data-list="checked">Bake</li><li data-list="unchecked" class="ql-indent-1">Rye</li></ol><ol><li data-list="bullet">Sell</li></ol>',
    ["[x] Bake", "  [ ] Rye", "- Sell"],
  ],
  "a list with ticks as bullets": ['<ul class="check-list"><li>Fresh</li></ul>', ["- Fresh"]],
  "one with paragraphs": [
    '<ul class="contains-task-list"><li class="task-list-item"><p><input type="checkbox" disabled checked> Bake</p></li></ul>',
    ["[x] Bake"],
  ],
  "one written in a mail": ["<div>[ ] Sell<br>[X] Bake<br>[] Rest</div>", ["[ ] Sell", "[x] Bake", "[ ] Rest"]],
}

async function openAsOwner(t: Parameters<typeof studioInBrowser>[0]) {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  const select = async (key: string, times: number) => {
    for (let at = 0; at < times; at += 1) await page.keyboard.press(`Shift+${key}`)
    await page.getByRole("toolbar", { name: "Formatting" }).waitFor()
  }
  return {
    ...{ page, text: textOf(page), select, lines: () => shownLines(page) },
    pasteText: (words: string) => paste(page, { texts: { "text/plain": words } }),
  }
}

test("a doc takes from the clipboard what a person means", { skip }, async (t) => {
  const { page, text, select, lines, pasteText } = await openAsOwner(t)

  await t.test("checklists of other programs keep their boxes", async () => {
    await openNewDoc(page, "Checklists")
    for (const [whose, [html, expected]] of Object.entries(checklists)) {
      await paste(page, { texts: { "text/html": html, "text/plain": "not this" } })
      assert.deepEqual(await lines(), expected, whose)
      await page.keyboard.press("Control+z")
    }
    assert.equal(await page.getByText(/wasn't pasted/).count(), 0, "a box is no picture")
    await pasteText("To do:\n[ ] Sell\n  - [x] Rye\n☑ Bake")
    assert.deepEqual(await lines(), ["To do:", "[ ] Sell", "  [x] Rye", "[x] Bake"])
  })

  await t.test("typed addresses become links without the punctuation around them", async () => {
    await openNewDoc(page, "Typed")
    await page.keyboard.type(
      "See https://e.example/a. Or (https://e.example/b), “https://e.example/c” and [https://e.example/d]? ",
    )
    await page.keyboard.type("https://e.example/wiki/Rye_(bread)! 见https://e.example/e。 \nhttps://e.example/f;\nEnd")
    const [a, b, c, d, e, f] = ["a", "b", "c", "d", "e", "f"].map((name) => link(`https://e.example/${name}`))
    assert.deepEqual(await lines(), [
      `See ${a}. Or (${b}), “${c}” and [${d}]? ${link("https://e.example/wiki/Rye_(bread)")}! 见${e}。 `,
      `${f};`,
      "End",
    ])
  })

  await t.test("pasted addresses too, and a pasted link keeps its own", async () => {
    await openNewDoc(page, "Pasted")
    await pasteText("(https://e.example/a). “https://e.example/b?q=1”, https://e.example/c[1]! xhttps://e.example")
    const [a, b, c] = ["a", "b?q=1", "c[1]"].map((name) => link(`https://e.example/${name}`))
    assert.deepEqual(await lines(), [`(${a}). “${b}”, ${c}! xhttps://e.example`])
    await openNewDoc(page, "Pasted link")
    const html = '<a href="https://e.example/long">https://e.example/lo…</a>'
    await paste(page, { texts: { "text/html": html, "text/plain": "https://e.example/lo…" } })
    assert.deepEqual(await lines(), [link("https://e.example/lo…", "https://e.example/long")])
  })

  await t.test("an address pasted over words links them", async () => {
    await openNewDoc(page, "Over words")
    const pasteOver = async (typed: string, [key, pasted]: readonly [key: string, pasted: string]) => {
      await page.keyboard.type(typed)
      await select(key, 1)
      await pasteText(pasted)
      await page.keyboard.type("!\n")
    }
    const word = "Control+ArrowLeft"
    await pasteOver("our prices", [word, " https://e.example/Köln–Bonn\n"])
    await pasteOver("our prices", [word, "\u200b“https://e.example/a”."])
    await pasteOver("our prices", [word, "<mailto:bo@e.example>"])
    await pasteOver("our prices", [word, "www.e.example"])
    await pasteOver("our prices", [word, "bread https://e.example/a"])
    await pasteOver("https://e.example/old", ["Home", "https://e.example/new"])
    assert.deepEqual(await lines(), [
      `our ${link("prices", "https://e.example/Köln–Bonn")}!`,
      `our ${link("prices", "https://e.example/a")}!`,
      `our ${link("prices", "mailto:bo@e.example")}!`,
      `our ${link("prices", "https://www.e.example")}!`,
      `our bread ${link("https://e.example/a")}!`,
      `${link("https://e.example/new")}!`,
      "",
    ])
  })

  await t.test("text with Markdown can be pasted as Markdown", async () => {
    const offer = page.getByRole("button", { name: "Paste as Markdown" })
    await openNewDoc(page, "Markdown")
    await pasteText(
      "# Stall\n\nWe sell **bread**.\n\n- [x] Bake\n- [ ] Sell\n\n1. Knead\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a\n```",
    )
    await offer.click()
    await text.getByRole("heading", { name: "Stall" }).waitFor()
    assert.deepEqual(await lines(), [
      "# Stall",
      "We sell **bread**.",
      "[x] Bake",
      "[ ] Sell",
      "1. Knead",
      "a | b",
      "1 | 2",
      "    let a",
    ])
    await page.keyboard.press("Control+z")
    await openNewDoc(page, "Text")
    await pasteText("1. one kind\n2. is not enough")
    assert.deepEqual(await lines(), ["1. one kind", "2. is not enough"])
    assert.equal(await offer.count(), 0)
  })
})

test("a doc gives what a person would type, and shows lines as they are meant", { skip }, async (t) => {
  const { page, text, select, lines } = await openAsOwner(t)

  await t.test("selected lines become one code block, from paragraphs and from a list", async () => {
    await openNewDoc(page, "Code")
    await page.keyboard.type("let a = 1\nlet b = 2\nlast")
    await select("ArrowUp", 2)
    await select("Home", 1)
    await page.keyboard.press("Control+Alt+c")
    assert.deepEqual(await lines(), ["    let a = 1", "    let b = 2", "    last"])
    assert.equal(await text.locator("pre").count(), 1)
    await page.keyboard.press("Control+Alt+c")
    assert.equal(await text.locator("pre").count(), 0)
    const typeList = async (title: string) => {
      await openNewDoc(page, title)
      await page.keyboard.type("before\n- one\ntwo")
      await page.keyboard.press("Tab")
      await page.keyboard.type("\nthree")
    }
    await typeList("Code of a list")
    await select("ArrowUp", 2)
    await select("Home", 1)
    await page.keyboard.press("Control+Alt+c")
    assert.deepEqual(await lines(), ["before", "    one", "    two", "    three"])
    await typeList("Code of a part")
    await page.keyboard.press("ArrowUp")
    await select("ArrowUp", 1)
    await page.keyboard.press("Control+Alt+c")
    assert.deepEqual(await lines(), ["before", "    one", "    two", "- three"])
  })

  await t.test("copied text is what a person would type", async () => {
    await openNewDoc(page, "Copied")
    await page.keyboard.type("First\n- one\ntwo\n\n1. Knead\nBake\n\n[ ] Sell\nRest\n\nLast")
    await text.getByRole("checkbox", { name: "Rest" }).click()
    await text.click()
    await page.keyboard.press("Control+a")
    assert.equal(await copied(page), "First\n\n- one\n- two\n\n1. Knead\n2. Bake\n\n[ ] Sell\n[x] Rest\n\nLast")
    await text.getByText("two").click()
    await page.keyboard.press("Home")
    await select("End", 1)
    assert.equal(await copied(page), "two", "a part of one line is only its words")
    await text.getByText("Bake").click()
    await page.keyboard.press("Home")
    await select("ArrowDown", 1)
    await select("End", 1)
    // The browser reports the second selection later, and the toolbar is there already.
    await until(async () => (await copied(page)) !== "2. Bake\n\n[ ] ")
    assert.equal(await copied(page), "2. Bake\n\n[ ] Sell", "a list continues with its own numbers")
    await openNewDoc(page, "Copied cells")
    await paste(page, {
      texts: {
        "text/html": "<table><tr><td>Loaf</td><td>Price</td></tr><tr><td>Rye</td><td>4</td></tr></table><p>End</p>",
      },
    })
    await page.keyboard.press("Control+a")
    assert.equal(await copied(page), "Loaf\tPrice\nRye\t4\n\nEnd")
  })

  await t.test("content copied from a doc is pasted completely into another doc", async () => {
    await openNewDoc(page, "Given")
    await page.keyboard.type("# Stall\n[x] **Bake** \n[ ] `rye`\n\n3. Knead\n\n> Quote\n\n```js \nlet a\n\n\n\nEnd")
    const before = await lines()
    await page.keyboard.press("Control+a")
    const html = await copied(page, "text/html")
    await openNewDoc(page, "Taken")
    await paste(page, { texts: { "text/html": html, "text/plain": "not this" } })
    assert.deepEqual(await lines(), before)
    assert.equal(before[0], "# Stall")
  })

  await t.test("right-to-left items have their mark on the right", async () => {
    await openNewDoc(page, "Directions")
    await page.keyboard.type("Left\n- left\nימין\n3\n\n\n1. אחת\n\n\n[ ] משימה\n\n\n> ציטוט")
    const sides = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll("[role=textbox] :is(li, blockquote)")].map((item) => {
      const [outer, own] = [item.parentElement.getBoundingClientRect(), item.getBoundingClientRect()]
      const box = item.querySelector("input")?.getBoundingClientRect()
      const room = [own.left - outer.left, outer.right - own.right].map(Math.round).join("/")
      return getComputedStyle(item).direction + " " + room + (box ? box.left > own.left + own.width / 2 ? " box right" : " box left" : "")
    })`)
    await page.screenshot({ path: "/tmp/w/rtl.png" })
    assert.deepEqual(sides, ["ltr 24/0", "rtl 0/24", "ltr 24/0", "rtl 0/24", "rtl 0/0 box right", "rtl 0/0"])
  })
})
