import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import * as Y from "yjs"
import { atEnd } from "../databases/test-databases.ts"
import { type DocEditor, openEditor } from "../docs/doc-editor.ts"
import { sharedText } from "../docs/shared-lines.ts"
import type { AnyPage } from "./any-page.ts"
import { doBehind, joinStudio } from "./console.ts"
import { openNewDoc, untilSaved } from "./doc.ts"
import type { InputMethod, Studio } from "./input-methods.ts"
import { signInByForms } from "./person.ts"
import { browserAt, serveStudio } from "./studio.ts"

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

/** Opens a page of the demo's owner with its input methods, and adds a colleague. */
export async function openComposer<Opened extends { page: AnyPage }>(
  t: TestContext,
  open: (t: TestContext, studio: Studio) => Promise<Opened>,
): Promise<Opened & { colleague: Colleague }> {
  const studio = await serveStudio(t)
  const opened = await open(t, studio)
  await signInByForms(studio, opened.page, "ada@example.com")
  return { ...opened, colleague: await addColleague(t, studio, opened.page) }
}

/** Writes letters one by one, and a mark into the last line with each: both arrive at once. */
export function writerBehind({ doc }: DocEditor, words: string): (letter: string) => void {
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

/** Inserts a letter at the end of the last line, and a mark into the first one. */
export const writeAtEnd = ({ doc }: DocEditor, letter: string) =>
  doc.transact(() => {
    const text = sharedText(doc)
    text.insert(text.length - 1, letter, {})
    text.insert(text.toString().indexOf(" for you"), "!", {})
  })

/** Presses keys one by one. Changes of others wait for ten seconds, so a busy machine may be too slow to compose. */
export async function pressKeys(keys: InputMethod["keys"], after: (key: number) => Promise<unknown>) {
  const began = performance.now()
  for (const [key, press] of keys.entries()) {
    await press()
    await after(key)
  }
  return { isInTime: () => performance.now() - began < 9_000 }
}

/** Repeats what was too slow. */
export async function inTime(round: () => Promise<boolean>): Promise<void> {
  for (let rounds = 1; !(await round()); rounds += 1) assert.ok(rounds < 10, "No composition ended within ten seconds.")
}

/** Opens a new doc with two lines, and puts the cursor into the first one. Returns the doc's id. */
export async function openTwoLines(page: AnyPage, { focus }: Pick<InputMethod, "focus">) {
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
