import assert from "node:assert/strict"
import { test } from "node:test"
import { until } from "#test/support/basics/until.ts"
import {
  inTime,
  openComposer,
  openTwoLines,
  pressKeys,
  writeAtEnd,
  writerBehind,
} from "#test/support/browser/composing.ts"
import { gateOf, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { composers, openChromium } from "#test/support/browser/input-methods.ts"
import { noBrowser } from "#test/support/browser/studio.ts"

const places = { before: "the", "at the place": "plan", behind: "for" } as const

/** The keys that make a kind of line of an empty one. */
const lineKinds = {
  "an empty line": [],
  "bold text": ["Control+b"],
  "a heading": ["#", " "],
  "a line behind a rule": ["-", "-", "-"],
}

for (const { name, skip, open } of composers) {
  test(`a word is composed while a colleague writes in its line, and both read all (${name})`, { skip }, async (t) => {
    const { page, methods, colleague } = await openComposer(t, open)
    for (const { word, keys, end, focus } of methods) {
      for (const [where, words] of Object.entries(places)) {
        await inTime(async () => {
          const editor = colleague.open(await openTwoLines(page, { focus }))
          await editor.shows("the plan for you", "marks")
          const write = writerBehind(editor, words)
          const written = "abcdef".slice(0, keys.length)
          const composed = await pressKeys(keys, async (key) => {
            write(written.charAt(key))
            const marks = `marks${"!".repeat(key + 1)}`
            await textOf(page).getByText(marks, { exact: true }).waitFor()
          })
          await end(".")
          if (!composed.isInTime()) return false
          await until(async () => editor.text()[0]?.includes(`${word}.`) === true)
          const [line = ""] = editor.text()
          // Two who write at one place at once may have the word of one between letters of the other.
          const rest = line.replace(`${word}.`, "")
          assert.ok(rest.includes(written), `${where}: the colleague's letters are whole in “${line}”`)
          assert.equal(rest.replace(written, ""), "the plan for you")
          await textOf(page).getByText(line, { exact: true }).waitFor()
          await untilSaved(page)
          return true
        })
      }
    }
  })
}

for (const { name, skip, open } of composers) {
  test(`a title is composed while a colleague changes it (${name})`, { skip }, async (t) => {
    const { page, methods, colleague } = await openComposer(t, open)
    for (const { word, keys, end, focus } of methods) {
      const id = await openTwoLines(page, { focus })
      await page.getByLabel("Title", { exact: true }).click()
      await focus()
      await page.keyboard.press("Control+a")
      for (const [key, press] of keys.entries()) {
        await press()
        if (key !== 1) continue
        await colleague.rename(id, "Theirs")
        await page.getByRole("textbox", { name: "Text of “Theirs”" }).waitFor()
      }
      await end(".")
      await page.keyboard.press("Enter")
      await page.getByRole("textbox", { name: `Text of “${word}.”` }).waitFor()
    }
  })
}

test("a word is composed while the page's connection is cut and comes back", {
  skip: noBrowser ?? false,
}, async (t) => {
  const { page, context, methods, colleague } = await openComposer(t, openChromium)
  const gate = await gateOf(context)
  for (const { word, keys, end, focus } of methods) {
    const editor = colleague.open(await openTwoLines(page, { focus }))
    await editor.shows("the plan for you", "marks")
    const write = writerBehind(editor, "plan")
    for (const [key, press] of keys.entries()) {
      if (key === 1) gate.shut()
      await press()
      write("abcdef".charAt(key))
      if (key === 3) gate.open()
      const marks = key < 1 || key > 2 ? key + 1 : 1
      await textOf(page)
        .getByText(`marks${"!".repeat(marks)}`, { exact: true })
        .waitFor()
    }
    await end(".")
    await until(async () => editor.text()[0]?.includes(`${word}.`) === true)
    assert.match(editor.text()[0] ?? "", /^the plan(한글\.|今日\.)?abcdef(한글\.|今日\.)? for you$/)
  }
})

test("after ten seconds a composition ends, and its letters and those of others are shown", {
  skip: noBrowser ?? false,
}, async (t) => {
  const { page, methods, colleague } = await openComposer(t, openChromium)
  const [method] = methods
  assert.ok(method)
  const { keys, focus } = method
  const editor = colleague.open(await openTwoLines(page, { focus }))
  await editor.shows("the plan for you", "marks")
  for (const press of keys.slice(0, 2)) await press()
  writerBehind(editor, "the")("a")
  await textOf(page).getByText("thea plan하 for you", { exact: true }).waitFor()
  await page.keyboard.type("!")
  await textOf(page).getByText("thea plan하! for you", { exact: true }).waitFor()
  await editor.shows("thea plan하! for you", "marks!")
})

for (const { name, skip, open } of composers) {
  test(`a word is whole in any kind of line, also when Enter or a press elsewhere ends it (${name})`, {
    skip,
  }, async (t) => {
    const { page, methods, colleague } = await openComposer(t, open)
    const [method] = methods
    assert.ok(method)
    const pressElsewhere = () =>
      textOf(page)
        .getByText(/^the plan/)
        .click()
    // After such a press, Firefox takes no more keys of its driver. WebKit's driver is slow, so it presses once.
    const isPressedIn = (kind: string) => name === "Chromium" || (name === "WebKit" && kind === "an empty line")
    for (const [kind, keys] of Object.entries(lineKinds)) {
      for (const ending of isPressedIn(kind) ? (["Enter", pressElsewhere] as const) : (["Enter"] as const)) {
        await inTime(async () => {
          const editor = colleague.open(await openTwoLines(page, method))
          for (const key of ["Control+End", "Enter", ...keys]) await page.keyboard.press(key)
          await until(async () => editor.text().length > 2)
          const composed = await pressKeys(method.keys, async (key) => {
            writeAtEnd(editor, "abcdef".charAt(key))
            const first = `the plan${"!".repeat(key + 1)} for you`
            await textOf(page).getByText(first, { exact: true }).waitFor()
          })
          await method.end(ending)
          if (!composed.isInTime()) return false
          await until(async () => editor.text().join("\n").includes(method.word))
          await untilSaved(page)
          assert.match(editor.text().join("").replace(method.word, ""), /abcdef/, kind)
          return true
        })
      }
    }
  })
}
