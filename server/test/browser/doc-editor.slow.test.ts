import assert from "node:assert/strict"
import { test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import { joinStudio } from "#test/support/browser/console.ts"
import { gateOf, openNewDoc, pasteFile, pixel, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { pressAt, tabTo } from "#test/support/browser/keyboard.ts"
import { signInByCode } from "#test/support/browser/person.ts"
import { withoutWaiting } from "#test/support/browser/ready.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"

const skip = noBrowser ?? false

/** From `hold()` until `release()`, a page holds back the service's messages. */
const holdMessages = `{
  const listen = WebSocket.prototype.addEventListener
  let held
  WebSocket.prototype.addEventListener = function (type, listener) {
    const keep = (event) => (held ? held.push({ listener, event }) : listener(event))
    listen.call(this, type, type === "message" ? keep : listener)
  }
  // After the doc's name, a message contains its type (content) and that it is a change.
  const isChange = (bytes) => bytes[bytes[0] + 1] === 0 && bytes[bytes[0] + 2] === 2
  globalThis.hold = () => { held = [] }
  globalThis.holdsChange = () => held.some(({ event }) => isChange(new Uint8Array(event.data)))
  globalThis.release = () => {
    const messages = held
    held = undefined
    for (const { listener, event } of messages) listener(event)
  }
}`

test("a doc is written, by one and by several", { skip }, async (t) => {
  const studio = await studioInBrowser(t)
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio")
  const bo = await joinStudio(studio, page, { email: "bo@example.com", role: "member" })
  const text = textOf(page)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  await t.test("also while its editor has not loaded", async () => {
    const gate = await gateOf(page.context())
    gate.shut()
    await page.goto("/studio/docs")
    await pressAt(page, "button", "Create doc")
    await page.keyboard.type("In haste")
    await press("Enter")
    await page.keyboard.type("The first line")
    await press("Enter")
    await page.keyboard.type("The second")
    assert.equal(await text.count(), 0)
    gate.open()
    await text.getByText("The second", { exact: true }).waitFor()
    await page.keyboard.type(" line")
    await text.getByText("The second line", { exact: true }).waitFor()
    await untilSaved(page)
  })

  await t.test("with its title selected, though the page comes late", async () => {
    await page.goto("/studio/docs")
    const late = Promise.withResolvers<void>()
    await page.route("**/console/get-doc?*", (route) => late.promise.then(() => route.continue()))
    await withoutWaiting(page, () => pressAt(page, "button", "Create doc"))
    await page.getByRole("heading", { name: "Doc", exact: true }).waitFor()
    late.resolve()
    await page.getByRole("textbox", { name: "Title" }).and(page.locator(":focus")).waitFor()
    await page.keyboard.type("Late")
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: /^Text of “Late”/ }).waitFor()
  })

  await t.test(
    "a selected word is dragged to the line above, and the toolbar is out of the way meanwhile",
    async () => {
      await openNewDoc(page, "Dragged")
      await page.keyboard.type("above ")
      await press("Enter")
      await page.keyboard.type("word")
      await press("Shift+Control+ArrowLeft")
      const toolbar = page.locator(".doc-floating")
      await toolbar.waitFor()
      const middleOf = async (words: string) => {
        const {
          x = 0,
          y = 0,
          width = 0,
          height = 0,
        } = (await text.getByText(words, { exact: true }).boundingBox()) ?? {}
        return { x: x + width, y: y + height / 2 }
      }
      const [to, from] = [await middleOf("above"), await middleOf("word")]
      const start = { x: (await text.boundingBox())?.x ?? 0, y: from.y }
      await page.mouse.move(start.x + 8, start.y)
      await page.mouse.down()
      await page.mouse.move(start.x + 60, to.y, { steps: 5 })
      assert.equal(await toolbar.count(), 0)
      await page.mouse.up()
      await until(async () => String(await text.locator("p").first().textContent()).includes("word"))
      assert.equal(await text.locator("p").last().textContent(), "")
    },
  )

  await t.test("by keys alone, with the focus always visible", async () => {
    await page.goto("/studio/docs")
    await pressAt(page, "button", "Create doc")
    await page.keyboard.type("By the keys")
    await page.keyboard.press("Enter")
    await tabTo(page, "textbox", /^Text of “By the keys”/)
    await page.keyboard.type("A plan")

    const toolbar = page.getByRole("toolbar", { name: "Formatting" })
    await press("Alt+F10")
    await toolbar.locator("button:focus").waitFor()
    await press("Home", "ArrowLeft", "ArrowRight")
    for (let at = 0; at < 5; at += 1) await press("ArrowRight")
    await toolbar
      .getByRole("button", { name: /Heading 1/ })
      .and(page.locator(":focus"))
      .waitFor()
    await press("Enter")
    await text.getByRole("heading", { name: "A plan" }).waitFor()
    assert.equal(await toolbar.locator("button[tabindex='0']").count(), 1, "one of them is in the order of Tab")
    await press("Alt+F10")
    await toolbar.locator("button:focus").waitFor()
    await press("Escape")
    await toolbar.waitFor({ state: "detached" })
    await text.and(page.locator(":focus")).waitFor()

    await press("End", "Enter")
    await page.keyboard.type("/che")
    await page.getByRole("option", { name: "Checklist", selected: true }).waitFor()
    await text.and(page.locator("[aria-activedescendant]")).waitFor()
    await press("Enter")
    await page.keyboard.type("Ask @")
    await page.getByRole("listbox", { name: "Members" }).waitFor()
    await page.keyboard.type("bo")
    await page.getByRole("option", { name: /^bo/ }).waitFor()
    await press("Enter")
    await page.keyboard.type("about [[Launch")
    await page
      .getByRole("option", { name: /Launch plan/ })
      .first()
      .waitFor()
    await press("Enter")
    await page.keyboard.type("soon")
    await text.getByRole("checkbox", { name: "Ask bo@example.com about Launch plan soon" }).waitFor()

    await press("Enter", "Enter")
    await page.keyboard.type("/table")
    await press("Enter")
    await page.keyboard.type("One")
    await press("Tab")
    await page.keyboard.type("Two")
    await text.getByRole("columnheader", { name: "Two" }).waitFor()
    await press("Alt+F10")
    await toolbar.locator("button:focus").waitFor()
    await press("Tab", "ArrowRight", "Enter")
    await page.getByRole("menu", { name: "Column" }).waitFor()
    await press("ArrowDown", "Enter")
    await text.getByRole("row").first().getByRole("cell").nth(1).waitFor()
    await text.and(page.locator(":focus")).waitFor()
    await untilSaved(page)
  })

  await t.test("Tab leaves the text outside of lists and tables", async () => {
    // Just after it got the focus back, the editor once puts the cursor where it was.
    await until(async () => {
      await press("Control+Home")
      return (await page.getByRole("toolbar", { name: "Table" }).count()) === 0
    })
    await press("Tab")
    assert.equal(await text.and(page.locator(":focus")).count(), 0)
    await pressAt(page, "button", "Doc menu")
    await page.getByRole("menuitem", { name: "Share" }).and(page.locator(":focus")).waitFor()
    await press("Enter")
    await page.getByRole("dialog").waitFor()
    await press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Doc menu" }).and(page.locator(":focus")).waitFor()
  })

  await t.test("with menus that come and go without moving the text", async () => {
    await openNewDoc(page, "By pointer")
    await page.keyboard.type("- [ ] Call Bo\nWrite\n\nThe last line\n")
    await text.getByRole("checkbox", { name: "Write" }).waitFor()
    await page.getByRole("button", { name: "Insert block" }).click()
    await page.getByRole("option", { name: "Table" }).click()
    await page.getByRole("button", { name: "Add row" }).click()
    await page.getByRole("button", { name: "Row", exact: true }).click()
    await page.getByRole("menuitemcheckbox", { name: "Header row", checked: true }).click()
    assert.equal(await text.getByRole("row").count(), 4)
    assert.equal(await text.locator("th").count(), 0)

    const places = () =>
      Promise.all(["Call Bo", "The last line"].map((line) => text.locator("p", { hasText: line }).boundingBox()))
    const before = await places()
    await text.locator("p", { hasText: "The last line" }).click({ clickCount: 3 })
    await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: /Bold/ }).click()
    await text.locator("strong", { hasText: "The last line" }).waitFor()
    assert.deepEqual(await places(), before)
    await press("Escape")
    await page.getByRole("toolbar").waitFor({ state: "detached" })
    assert.deepEqual(await places(), before)
  })

  await t.test("with the toolbar above the keyboard where that covers a part of the page", async () => {
    const bottom = `document.querySelector("[role=toolbar]")?.parentElement.getBoundingClientRect().bottom`
    const resize = (change: string) => page.evaluate(`{ ${change}; visualViewport.dispatchEvent(new Event("resize")) }`)
    await text.locator("p", { hasText: "Call Bo" }).click()
    await resize(`Object.defineProperty(visualViewport, "height", { value: 400, configurable: true })`)
    await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Undo" }).waitFor()
    assert.equal(await page.evaluate(bottom), 400)
    await resize("delete visualViewport.height")
    await page.getByRole("toolbar").waitFor({ state: "detached" })
  })

  await t.test("by two at once, who see each other's text and cursor", async () => {
    const path = await openNewDoc(page, "Together")
    await page.keyboard.type("Ada says. ")
    await bo.goto(path)
    await textOf(bo).getByText("Ada says.").waitFor()
    await textOf(bo).locator("[aria-hidden=true]").getByText("Ada").waitFor() // since Bo came
    await page.getByRole("list", { name: "Here now" }).getByText("bo", { exact: true }).waitFor()
    await textOf(bo).click()
    await press("Control+Home")
    await bo.keyboard.press("Control+End")
    await Promise.all([page.keyboard.type("First. "), bo.keyboard.type("Last.")])
    for (const one of [page, bo])
      await textOf(one)
        .getByText(/First. .*Ada says. .*Last./)
        .waitFor()
    await text.locator("[aria-hidden=true]").getByText("bo", { exact: true }).waitFor()
    await textOf(bo).locator("[aria-hidden=true]").getByText("Ada").waitFor()
    await bo.goto("/studio")
    await page.getByRole("list", { name: "Here now" }).waitFor({ state: "detached" })
    await text.locator("[aria-hidden=true]").waitFor({ state: "detached" })
  })

  await t.test(
    "with the caret at its new place, though others wrote before the browser reported the move",
    async () => {
      await page.addInitScript(holdMessages)
      const path = await openNewDoc(page, "Moved")
      await page.keyboard.type("Ada says. ")
      await bo.goto(path)
      await textOf(bo).getByText("Ada says. ").click()
      await textOf(bo).press("Control+End")
      const move = (to: string) => `getSelection().modify("move", "${to}", "documentboundary")`
      for (const [to, word] of [
        ["backward", "First."],
        ["forward", "Last."],
      ] as const) {
        await page.evaluate("hold()")
        await bo.keyboard.type(".")
        await until(() => page.evaluate<boolean>("holdsChange()"))
        await page.evaluate(`${move(to)}; release()`)
        await page.keyboard.type(word)
      }
      await text.getByText(/First\.Ada says\. \..*Last\./).waitFor()
      await bo.goto("/studio")
    },
  )

  await t.test("but not by a viewer, who sees the others' typing", async () => {
    const vi = await joinStudio(studio, page, { email: "vi@example.com", role: "viewer" })
    await vi.goto(new URL(page.url()).pathname)
    const read = vi.getByRole("article", { name: /^Text of/ })
    await read.getByText("Ada says.").waitFor()
    await vi.getByText("Read-only").waitFor()
    assert.equal(await vi.getByRole("toolbar").count(), 0)
    await read.click()
    await vi.keyboard.type("Vi says.")
    await text.click()
    await press("Control+End")
    await page.keyboard.type(" And more.")
    await read.getByText("And more.").waitFor()
    assert.equal(await read.getByText("Vi says.").count(), 0)
    assert.equal(await text.getByText("Vi says.").count(), 0)
  })

  await t.test("and a key applies to a selection that the browser has not yet reported", async () => {
    await openNewDoc(page, "Selected")
    await page.keyboard.type("Kept. Gone.")
    await page.evaluate(`{
      for (const _ of "Gone.") getSelection().modify("extend", "backward", "character")
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", keyCode: 46, bubbles: true, cancelable: true }))
    }`)
    await text.getByText("Kept.", { exact: true }).waitFor()
    assert.equal(await text.getByText("Gone.").count(), 0)
  })

  await t.test("with a pasted picture, which is a file of the drive from then on", async () => {
    await pasteFile(page, { name: "pasted.png", type: "image/png", base64: pixel })
    await text.locator("img[src]").waitFor()
    await page.keyboard.type("Below it.")
    await text.locator("div + p").getByText("Below it.").waitFor()
    assert.equal(
      await page.evaluate(`document.querySelector("[role=textbox] img").decode().then(() => "drawn")`),
      "drawn",
    )
    await untilSaved(page)
    await page.goto("/studio/drive")
    await page.getByRole("row", { name: /pasted\.png/ }).waitFor()
  })
})
