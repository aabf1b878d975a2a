import type { BrowserContext, Locator, Page, WebSocketRoute } from "playwright-core"
import { doBehind } from "./console-in-browser.ts"

/** The text of the open doc, where it is written. */
export const textOf = (page: Page): Locator => page.getByRole("textbox", { name: /^Text of/ })

/** Makes a doc in the workspace `studio`, and opens it; the cursor is in it. Answers its path. */
export async function openNewDoc(page: Page, title: string): Promise<string> {
  if (!new URL(page.url()).pathname.startsWith("/studio")) await page.goto("/studio")
  const { id } = await doBehind(page, "create-doc", { title })
  const path = `/studio/docs/${id}`
  await page.goto(path)
  await textOf(page).click()
  return path
}

/** Waits until all that was typed is stored. */
export const untilSaved = (page: Page): Promise<void> => page.getByText("Saved", { exact: true }).waitFor()

/** What stands between the pages of a browser and the sockets of docs: it is shut, and opened again. */
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

/** A small picture, as somebody copies it. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** Pastes a file into what has the focus; the browser's own clipboard has none in tests. */
export function pasteFile(page: Page, file: Pasted): Promise<void> {
  return paste(page, { files: [file] })
}

/** Pastes files and text into what has the focus. `texts` are by their types. */
export async function paste(
  page: Page,
  { files = [], texts = {} }: { files?: readonly Pasted[]; texts?: Readonly<Record<string, string>> },
): Promise<void> {
  await page.evaluate(`{
    const data = new DataTransfer()
    for (const [type, text] of ${JSON.stringify(Object.entries(texts))}) data.setData(type, text)
    for (const { name, type, base64 } of ${JSON.stringify(files)}) {
      const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
      data.items.add(new File([bytes], name, { type }))
    }
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  }`)
}

export interface Pasted {
  name: string
  type: string
  base64: string
}
