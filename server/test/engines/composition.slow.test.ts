import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import * as Y from "yjs"
import { until } from "#test/support/basics/until.ts"
import type { AnyPage } from "#test/support/browser/any-page.ts"
import { doBehind, joinStudio } from "#test/support/browser/console.ts"
import { gateOf, openNewDoc, textOf, untilSaved } from "#test/support/browser/doc.ts"
import { composers, type InputMethod, openChromium, type Studio } from "#test/support/browser/input-methods.ts"
import { signInByForms } from "#test/support/browser/person.ts"
import { browserAt, noBrowser, serveStudio } from "#test/support/browser/studio.ts"
import { atEnd } from "#test/support/databases/test-databases.ts"
import { type DocEditor, openEditor } from "#test/support/docs/doc-editor.ts"
import { sharedText } from "#test/support/docs/shared-lines.ts"

/** A colleague, who writes in docs without showing them. */
interface Colleague {
  open(docId: string): DocEditor
  rename(docId: string, title: string): Promise<unknown>
}

async function addColleague(t: TestContext, studio: Studio, owner: AnyPage): Promise<Colleague> {
  const open = await browserAt(t, studio.baseUrl)
  const bo = await joinStudio({ ...studio, open }, owner, { email: "bo@example.com", role: "member" })
  const cookies = await bo.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  const url = `${studio.baseUrl.replace("http", "ws")}/console/docs-socket?workspace=studio`
  return {
    open(docId) {
      const editor = openEditor({ url, headers: { cookie, origin: studio.baseUrl } }, docId)
      atEnd(t, editor.close)
      return editor
    },
    rename: (id, title) => doBehind(bo, "rename-doc", { id, title, emoji: null }),
  }
}

const places = { before: "the", "at the place": "plan", behind: "for" } as const

/** Writes letters one by one, and a mark into the last line with each: both arrive at once. */
function writerBehind({ doc }: DocEditor, words: string): (letter: string) => void {
  const text = sharedText(doc)
  const placeBehind = (index: number) => Y.createRelativePositionFromTypeIndex(text, index, -1)
  let place = placeBehind(text.toString().indexOf(words) + words.length)
  return (letter) => {
    const { index = 0 } = Y.createAbsolutePositionFromRelativePosition(place, doc) ?? {}
    doc.transact(() => {
      text.insert(index, letter, {})
      text.insert(text.length - 1, "!", {})
    })
    place = placeBehind(index + 1)
  }
}

/** Opens a new doc with two lines, and puts the cursor into the first one. Returns the doc's id. */
async function openTwoLines(page: AnyPage, { focus }: Pick<InputMethod, "focus">) {
  const path = await openNewDoc(page, "Former")
  await page.keyboard.type("the plan for you")
  await page.keyboard.press("Enter")
  await page.keyboard.type("marks")
  await untilSaved(page)
  await focus()
  await page.keyboard.press("Control+Home")
  for (let step = 0; step < "the plan".length; step += 1) await page.keyboard.press("ArrowRight")
  return String(path.split("/").at(-1))
}

for (const { name, skip, open } of composers) {
  test(`a word is composed while a colleague writes in its line, and both read all (${name})`, { skip }, async (t) => {
    const studio = await serveStudio(t)
    const { page, methods } = await open(t, studio)
    await signInByForms(studio, page, "ada@example.com")
    const colleague = await addColleague(t, studio, page)
    for (const { word, keys, end, focus } of methods) {
      for (const [where, words] of Object.entries(places)) {
        const editor = colleague.open(await openTwoLines(page, { focus }))
        await editor.shows("the plan for you", "marks")
        const write = writerBehind(editor, words)
        for (const [key, press] of keys.entries()) {
          await press()
          write("abcdef".charAt(key))
          await textOf(page)
            .getByText(`marks${"!".repeat(key + 1)}`, { exact: true })
            .waitFor()
        }
        await end()
        await until(async () => editor.text()[0]?.includes(`${word}.`) === true)
        const [line = ""] = editor.text()
        assert.match(line, /abcdef/, `${where}: the colleague's letters are whole in “${line}”`)
        assert.equal(line.replace("abcdef", "").replace(`${word}.`, ""), "the plan for you")
        await textOf(page).getByText(line, { exact: true }).waitFor()
        await untilSaved(page)
      }
    }
  })

  test(`a title is composed while a colleague changes it (${name})`, { skip }, async (t) => {
    const studio = await serveStudio(t)
    const { page, methods } = await open(t, studio)
    await signInByForms(studio, page, "ada@example.com")
    const colleague = await addColleague(t, studio, page)
    for (const { word, keys, end, focus } of methods) {
      const id = await openTwoLines(page, { focus })
      await page.getByLabel("Title", { exact: true }).click()
      await page.keyboard.press("Control+a")
      for (const [key, press] of keys.entries()) {
        await press()
        if (key !== 1) continue
        await colleague.rename(id, "Theirs")
        await page.getByRole("textbox", { name: "Text of “Theirs”" }).waitFor()
      }
      await end()
      await page.keyboard.press("Enter")
      await page.getByRole("textbox", { name: `Text of “${word}.”` }).waitFor()
    }
  })
}

test("a word is composed while the page's connection is cut and comes back", {
  skip: noBrowser ?? false,
}, async (t) => {
  const studio = await serveStudio(t)
  const { page, context, methods } = await openChromium(t, studio)
  const gate = await gateOf(context)
  await signInByForms(studio, page, "ada@example.com")
  const colleague = await addColleague(t, studio, page)
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
    await end()
    await until(async () => editor.text()[0]?.includes(`${word}.`) === true)
    assert.match(editor.text()[0] ?? "", /^the plan(한글\.|今日\.)?abcdef(한글\.|今日\.)? for you$/)
  }
})

test("after ten seconds a composition ends, and its letters and those of others are shown", {
  skip: noBrowser ?? false,
}, async (t) => {
  const studio = await serveStudio(t)
  const { page, methods } = await openChromium(t, studio)
  await signInByForms(studio, page, "ada@example.com")
  const colleague = await addColleague(t, studio, page)
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
