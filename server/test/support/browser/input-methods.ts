import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import type { AnyPage } from "./any-page.ts"
import { type Desktop, noInputMethod, startDesktop } from "./desktop.ts"
import { skipWithout } from "./engines.ts"
import { firefoxAt, noFirefox } from "./firefox.ts"
import { patienceMs } from "./ready.ts"
import { browserAt, noBrowser, type serveStudio } from "./studio.ts"
import { webKitAt } from "./webkit/browser.ts"
import { persist } from "./webkit/persist.ts"
import { noWebKit } from "./webkit/processes.ts"

/** A way to compose a word, key by key. */
export interface InputMethod {
  readonly word: string
  /** What each key does. */
  readonly keys: readonly (() => Promise<unknown>)[]
  /** Ends the composition by a key, or by what else a person does. */
  end(by: "." | "Enter" | (() => Promise<unknown>)): Promise<unknown>
  /** Gives the keyboard to the page. */
  focus(): Promise<void>
}

export type Studio = Awaited<ReturnType<typeof serveStudio>>

/** A way to open a page of an engine together with its input methods. */
type Opener = (t: TestContext, studio: Studio) => Promise<{ page: AnyPage; methods: readonly InputMethod[] }>

/** Runs in a page: a promise that resolves at the next event that fits, such as one with composed letters. */
const whenNext = (event: "input" | "compositionend", fits: string) => `new Promise((resolve) => {
  const stop = new AbortController()
  const look = (event) => {
    if (!(${fits})) return
    stop.abort()
    resolve()
  }
  document.addEventListener("${event}", look, { signal: stop.signal })
})`

const composed = whenNext("input", "event.data && event.isComposing")
const committed = whenNext("compositionend", "true")

/** What ibus composes of keys. Anthy shows a word at the space key, and takes it at the Return key. */
const ofKeys = [
  { word: "한글", engine: "hangul", keys: [..."gksrmf"] },
  { word: "今日", engine: "anthy", keys: ["k", "y", "o", "u", "space"], taking: "Return" },
] as const

const refocus = `(({ activeElement: field }) => {
  field.blur()
  field.focus()
  return [field.tagName, field.ariaLabel, document.hasFocus() ? "" : "without the focus"].join(" ")
})(document)`

type Engine = Parameters<Desktop["choose"]>[0]

/** Firefox or WebKit on a desktop, where ibus composes Korean and Japanese from the keys of a keyboard. */
const onDesktop =
  (openAt: typeof firefoxAt | typeof webKitAt): Opener =>
  async (t, { baseUrl }) => {
    const { env, press, focus, choose } = await startDesktop(t)
    // WebKit reports that it closes the socket of a page that it keeps for the way back.
    const opened: { page: AnyPage } = await openAt(t, baseUrl, env)({ refusals: /closed due to suspension/ })
    const { page } = opened
    const pressFor = async (key: string, happens: string, waitMs = patienceMs) => {
      await page.evaluate(`void (() => {
        const seen = new Set()
        for (const type of ["keydown", "keyup", "compositionstart", "compositionend"])
          document.addEventListener(type, ({ key }) => seen.add(type + " " + (key ?? "")))
        globalThis.happens = Promise.race([
          ${happens}.then(() => "composed"),
          ${whenNext("input", `event.data === "${key}" && !event.isComposing`)}.then(() => "typed"),
          new Promise((end) => setTimeout(() => end(["nothing but", ...seen].join(" ")), ${waitMs})),
        ])
      })()`)
      await press(key)
      return page.evaluate("globalThis.happens")
    }
    const pressUntil = async (key: string, happens: string) =>
      assert.equal(await pressFor(key, happens), "composed", `what ${key} did`)
    const giveKeyboard = async (engine: Engine) => {
      await focus(await page.evaluate("document.title"), () => page.evaluate("document.hasFocus()"))
      await choose(engine)
    }
    /** A browser passes its first keys by an input method that it has not found yet. A person chooses the field again. */
    const begin = (key: string, engine: Engine) =>
      persist({ what: `Composing by ${key}` }, async () => {
        const found = await pressFor(key, composed, 10_000)
        if (found === "composed") return { answer: undefined }
        if (found === "typed") await page.keyboard.press("Backspace")
        const field = await page.evaluate(refocus)
        await giveKeyboard(engine)
        return { lacks: `the key did this: ${found}, in ${field}` }
      })
    const endBy = (by: Parameters<InputMethod["end"]>[0]) =>
      typeof by === "string" ? press(by === "." ? "period" : "Return") : by()
    const methods = ofKeys.map(({ word, engine, keys, ...rest }): InputMethod => {
      return {
        word,
        keys: keys.map((key, at) => () => (at === 0 ? begin(key, engine) : pressUntil(key, composed))),
        async end(by) {
          if ("taking" in rest) {
            await pressUntil(rest.taking, committed)
            await choose("xkb:us::eng")
          }
          await endBy(by)
          await choose("xkb:us::eng")
        },
        focus: () => giveKeyboard(engine),
      }
    })
    return { page, methods }
  }

/** Chromium, where the test takes the place of the system's input methods. */
export async function openChromium(t: TestContext, { baseUrl }: Studio) {
  const open = await browserAt(t, baseUrl)
  const { page, context } = await open()
  const session = await context.newCDPSession(page)
  const show = (text: string) => () =>
    session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length })
  const commit = (text: string) => () => session.send("Input.insertText", { text })
  const both = (one: () => Promise<unknown>, other: () => Promise<unknown>) => () => one().then(other)
  const end: InputMethod["end"] = (by) => (typeof by === "string" ? page.keyboard.press(by) : by())
  const focus = async () => {}
  /** The keyboard of iOS replaces a syllable without a composition. */
  const replace = (text: string) => () =>
    page.evaluate(
      `document.execCommand("delete") && document.execCommand("insertText", false, ${JSON.stringify(text)})`,
    )
  const hangul = [show("ㅎ"), show("하"), show("한"), both(commit("한"), show("ㄱ")), show("그"), show("글")]
  const kana = ["k", "き", "きょ", "きょう", "今日", "京"].map(show)
  const ios = [commit("ㅎ"), replace("하"), replace("한"), commit("ㄱ"), replace("그"), replace("글")]
  const methods: InputMethod[] = [
    { word: "한글", keys: hangul, end: (by) => commit("글")().then(() => end(by)), focus },
    { word: "今日", keys: kana, end: (by) => commit("今日")().then(() => end(by)), focus },
    { word: "한글", keys: ios, end, focus },
  ]
  return { page, context, methods }
}

const all: Record<string, { isMissing: string | undefined; open: Opener }> = {
  Chromium: { isMissing: noBrowser, open: openChromium },
  Firefox: { isMissing: noFirefox ?? noInputMethod, open: onDesktop(firefoxAt) },
  WebKit: { isMissing: noWebKit ?? noInputMethod, open: onDesktop(webKitAt) },
}

/** The engines with their input methods, each with the reason to skip its tests. */
export const composers = Object.entries(all).map(([name, { isMissing, open }]) => ({
  ...{ name, open },
  skip: skipWithout(isMissing),
}))
