import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { readMessage } from "#adapters/mail/read-message.ts"
import { readSettings } from "#config/settings.ts"
import { buildIfChanged } from "../../../../web/build-if-changed.ts"
import { start } from "../../../src/start/start.ts"
import { atEnd, type Ending, temporaryFolder } from "../databases/test-databases.ts"
import { freePort } from "../http/free-port.ts"
import { slowFront } from "../http/slow-front.ts"
import { type TcpProxy, tcpProxy } from "../http/tcp-proxy.ts"
import { silentLog } from "../worlds/world.ts"
import { executablePath, launchBrowser } from "./chromium.ts"
import { patienceMs, waitInPages } from "./ready.ts"

export interface StudioInBrowser {
  baseUrl: string
  /** Waits for a mail to an address in the outbox whose text matches `text`. */
  mailTo(address: string, text?: RegExp): Promise<string>
  /** Cuts the connection between browsers and the service, and restores it, for a studio with its own proxy. */
  readonly proxy: Pick<TcpProxy, "refuse" | "listen"> | undefined
  /** Restarts the service at the same address and with the same data. */
  restart(): Promise<void>
  /** A new browser without stored data, on a blank page. */
  open(options?: Options): Promise<{ page: Page; context: BrowserContext }>
}

type Options = Parameters<Browser["newContext"]>[0] & {
  /** The refusals that the test expects, such as `402 POST http://…`; any other refusal fails it. */
  refusals?: RegExp
}

/** What stands between browsers and the service: a proxy that can be cut, or a slow line. */
interface Front {
  readonly hasProxy?: boolean
  readonly isSlow?: boolean
}

/** Why browser tests cannot run here; undefined when they can. It is never a reason where CI=true. */
export const noBrowser =
  existsSync(executablePath) || process.env.CI === "true" ? undefined : `There is no Chromium at ${executablePath}.`

/**
 * The whole service with its demo, listening, with `settings` added to its own, and a browser. The browser's complaints
 * (a blocked script or style, an exception, a failed request) fail the test. With `hasProxy` browsers reach the service
 * through a proxy that can be cut.
 */
export async function studioInBrowser(
  t: Ending,
  settings: Record<string, string> = {},
  options: Front = {},
): Promise<StudioInBrowser> {
  const studio = await serveStudio(t, settings, options)
  return { ...studio, open: await browserAt(t, studio.baseUrl) }
}

/** The same without a browser. */
export async function serveStudio(
  t: Ending,
  settings: Record<string, string> = {},
  { hasProxy = false, isSlow = false }: Front = {},
): Promise<Omit<StudioInBrowser, "open">> {
  await buildIfChanged()
  const port = await freePort()
  const proxy = hasProxy ? await tcpProxy(t, port) : undefined
  const front = isSlow ? await slowFront(t, port) : (proxy?.port ?? port)
  const baseUrl = `http://localhost:${front}`
  const folder = temporaryFolder(t)
  const environment = { ...settings, SVC_PORT: String(port), SVC_BASE_URL: baseUrl, SVC_DATA_DIR: folder }
  const begin = () => start(readSettings(environment), silentLog)
  let service = await begin()
  atEnd(t, () => service.stop())
  const restart = async () => {
    await service.stop()
    service = await begin()
  }
  const mailTo: StudioInBrowser["mailTo"] = (address, text = /./) => waitForMail(join(folder, "outbox"), address, text)
  return { baseUrl, mailTo, proxy, restart }
}

/** A browser for the service at `baseUrl`; its complaints fail the test. Actions wait until their page is ready. */
export async function browserAt(t: Ending, baseUrl: string): Promise<StudioInBrowser["open"]> {
  const browser = await launchBrowser()
  const complaints: string[] = []
  atEnd(t, async () => {
    await browser.close()
    if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join("\n")}`)
  })
  return (options) => openContext(browser, { baseURL: baseUrl, ...options }, complaints)
}

/** Opens a browser of Playwright for one person, whose complaints are added to `complaints`. */
export async function openContext(browser: Browser, { refusals = /^$/, ...options }: Options, complaints: string[]) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(patienceMs)
  waitInPages(context, { hasScripts: options.javaScriptEnabled !== false })
  listen(context, (complaint) => {
    if (!refusals.test(complaint)) complaints.push(complaint)
  })
  return { page: await context.newPage(), context }
}

/**
 * Reports faults of every page of a browser: exceptions, console messages (which include blocked scripts and styles),
 * requests without a response, and refused ones. Ignores requests and sockets that a left page had started, and scripts
 * that a browser without JavaScript does not load.
 */
function listen(context: BrowserContext, complain: (complaint: string) => void): void {
  context.on("weberror", (error) => complain(String(error.error())))
  context.on("console", (message) => {
    const isSaidBelow = message.text().startsWith("Failed to load resource")
    const isLeft = message.text().endsWith("WebSocket is closed before the connection is established.")
    if (["error", "warning"].includes(message.type()) && !isSaidBelow && !isLeft) complain(message.text())
  })
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? ""
    if (!["net::ERR_ABORTED", "NS_BINDING_ABORTED", "csp"].includes(why))
      complain(`${why} ${request.method()} ${request.url()}`)
  })
  context.on("response", (response) => {
    if (response.status() >= 400) complain(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
}

export async function waitForMail(outbox: string, address: string, text: RegExp): Promise<string> {
  const end = performance.now() + patienceMs
  while (performance.now() < end) {
    const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith(".eml")) : []
    const mails = names.map((name) => readMessage(readFileSync(join(outbox, name), "utf8")))
    const mail = mails.find((mail) => mail.to === address && text.test(mail.text))
    if (mail) return mail.text
    await sleep(50)
  }
  throw new Error(`No mail to ${address} matches ${text}.`)
}
