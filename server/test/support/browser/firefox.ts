import { existsSync } from "node:fs"
import { after } from "node:test"
import { type Browser, firefox, type Page } from "playwright-core"
import { atEnd, type Ending } from "../databases/test-databases.ts"
import { openContext, type StudioInBrowser } from "./studio.ts"

/** Where Debian puts Firefox. */
const executablePath = "/usr/bin/firefox-esr"

/** Why there is no Firefox here; undefined when there is one. */
export const noFirefox = existsSync(executablePath) ? undefined : `There is no Firefox at ${executablePath}.`

const started: Browser[] = []
const idle: Browser[] = []
after(() => Promise.all(started.map((browser) => browser.close())))

/**
 * Opens Firefox for the service at `baseUrl`; its complaints fail the test. Each person gets a process of their own,
 * since only one window of a Firefox has the focus. A start takes seconds, so later tests use the same processes.
 *
 * @param desktop The variables of a desktop that a process of its own is to use.
 */
export function firefoxAt(t: Ending, baseUrl: string, desktop?: Record<string, string>): StudioInBrowser["open"] {
  const complaints: string[] = []
  atEnd(t, () => {
    if (complaints.length > 0) throw new Error(`Firefox complained:\n${complaints.join("\n")}`)
  })
  return async (options) => {
    const browser = (desktop ? undefined : idle.pop()) ?? (await start(desktop))
    const opened = await openContext(browser, { baseURL: baseUrl, ...options }, complaints)
    await opened.page.bringToFront()
    atEnd(t, async () => {
      await opened.context.close()
      if (desktop) await browser.close()
      else idle.push(browser)
    })
    return opened
  }
}

/** The channel makes Playwright speak WebDriver BiDi, since Debian's Firefox has none of Playwright's patches. */
async function start(desktop?: Record<string, string>): Promise<Browser> {
  // In its test mode, a window never tells the input method that it has the focus.
  const firefoxUserPrefs = { "focusmanager.testmode": false }
  const seen = desktop ? { headless: false, env: desktop, firefoxUserPrefs } : {}
  const browser = await firefox.launch({ channel: "moz-firefox", executablePath, ...seen })
  started.push(browser)
  translate(browser)
  typeAsPeopleDo(browser)
  return browser
}

/** A message of WebDriver BiDi, either way. Only the fields that are read here are listed. */
interface Message {
  id?: number
  type?: string
  method?: string
  error?: string
  result?: object
  params?: { navigation?: string | null; download?: string; url?: string }
}

/** The part of Playwright that exchanges messages with a browser. Its types do not show it. */
interface Internals {
  _connection: { toImpl(browser: Browser): { _connection: { _transport: Transport } } }
}

interface Transport {
  send(message: Message): void
  onmessage(message: Message): void
}

/** Playwright speaks a newer BiDi than Debian's Firefox, in two places. */
function translate(browser: Browser): void {
  const { _transport: transport } = (browser as unknown as Internals)._connection.toImpl(browser)._connection
  const { send, onmessage } = transport
  const optional = new Set<number | undefined>()
  transport.send = (message) => {
    if (message.method === "emulation.setMediaFeaturesOverride") optional.add(message.id)
    send.call(transport, message)
  }
  transport.onmessage = (message) => {
    const isUnneeded = message.error === "unknown command" && optional.has(message.id)
    const understood: Message = isUnneeded ? { type: "success", id: Number(message.id), result: {} } : message
    onmessage.call(transport, understood.method?.includes(".download") ? withName(understood) : understood)
  }
}

/** A download that no navigation began has no name. Playwright ignores it then. Its address is as good a name. */
function withName({ params = {}, ...message }: Message): Message {
  return { ...message, params: { ...params, download: String(params.download ?? params.navigation ?? params.url) } }
}

/**
 * Playwright sets a field's value by a script, which React does not notice, and which appends to an email field. This
 * inserts the text at the selection instead, as typing does.
 */
function typeAsPeopleDo(browser: Browser): void {
  const insert = `(text) => void document.execCommand("insertText", false, text)`
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(
      `Object.defineProperty(window, "__pw_bidiInsertText", { get: () => ${insert}, set: () => {} })`,
    )
    return context
  }
}

/** The part of Playwright that sends commands for a page. */
interface PageInternals {
  _connection: {
    toImpl(page: Page): {
      mainFrame(): { _id: string }
      delegate: { _session: { send(command: string, params: object): Promise<{ nodes: object[] }> } }
    }
  }
}

/** How many elements of a role and name Firefox's accessibility tree has. */
export async function countInTree(page: Page, [role, name]: readonly [string, string]): Promise<number> {
  const inside = (page as unknown as PageInternals)._connection.toImpl(page)
  const { nodes } = await inside.delegate._session.send("browsingContext.locateNodes", {
    context: inside.mainFrame()._id,
    locator: { type: "accessibility", value: { role, name } },
  })
  return nodes.length
}
