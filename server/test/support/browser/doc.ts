import type { BrowserContext, Locator, Page, WebSocketRoute } from "playwright-core"
import type { AnyPage } from "./any-page.ts"
import { doBehind } from "./console.ts"

/** The text of the open doc in its editor. */
export const textOf = <Found>(page: { getByRole(role: "textbox", by: { name: RegExp }): Found }): Found =>
  page.getByRole("textbox", { name: /^Text of/ })

/** The doc's text in a page, without the names at cursors and at boxes. */
export const textIn = (page: Page): Promise<string> =>
  page.evaluate(`{
    const text = document.querySelector("[role=textbox][aria-multiline]").cloneNode(true);
    for (const drawn of text.querySelectorAll("label, [aria-hidden=true], .ProseMirror-widget")) drawn.remove();
    text.textContent
  }`)

/** Makes a doc in the workspace `studio`, and opens it with the cursor inside. Returns its path. */
export async function openNewDoc(page: AnyPage, title: string): Promise<string> {
  if (!new URL(page.url()).pathname.startsWith("/studio")) await page.goto("/studio")
  const { id } = await doBehind(page, "create-doc", { title })
  const path = `/studio/docs/${id}`
  await page.goto(path)
  await textOf(page).click()
  return path
}

/** Opens the doc's menu. Returns the item of this name. */
export async function inDocMenu(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: "Doc menu" }).click()
  return page.getByRole("menuitem", { name })
}

/** Waits until all typed text is stored. */
export const untilSaved = (page: AnyPage): Promise<void> => page.getByText("Saved", { exact: true }).waitFor()

/** Whether a page asks before it is left, as it does until the browser has committed the typed text. */
export const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(`{
    const leaving = new Event("beforeunload", { cancelable: true })
    dispatchEvent(leaving)
    leaving.defaultPrevented
  }`)

/** A gate between a browser's pages and the sockets of docs, which can be shut and opened. */
export async function gateOf(context: BrowserContext) {
  const open = new Set<WebSocketRoute>()
  let isShut = false
  await context.routeWebSocket(/docs-socket/, (socket) => {
    if (isShut) return void socket.close({ code: 1012 })
    const server = socket.connectToServer()
    open.add(socket)
    server.onClose((code, reason) => socket.close({ code: code ?? 1000, reason: reason ?? "" }))
    socket.onClose(() => {
      open.delete(socket)
      server.close()
    })
  })
  return {
    shut() {
      isShut = true
      for (const socket of open) socket.close({ code: 1012 })
      open.clear()
    },
    open() {
      isShut = false
    },
  }
}

/** A small picture, as copied by a person. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** Pastes a file into the focused element. In tests, the browser's own clipboard has no files. */
export function pasteFile(page: AnyPage, file: Pasted): Promise<void> {
  return paste(page, { files: [file] })
}

/** Pastes files and text into the focused element. `texts` are by their types. */
export async function paste(
  page: AnyPage,
  { files = [], texts = {} }: { files?: readonly Pasted[]; texts?: Readonly<Record<string, string>> },
): Promise<void> {
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    for (const [type, text] of ${JSON.stringify(Object.entries(texts))}) data.setData(type, text)
    for (const { name, type, base64 } of ${JSON.stringify(files)}) {
      const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
      data.items.add(new File([bytes], name, { type }))
    }
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
    // Firefox makes the event without its data.
    Object.defineProperty(event, "clipboardData", { value: data })
    document.activeElement.dispatchEvent(event)
  })()`)
}

export interface Pasted {
  name: string
  type: string
  base64: string
}
