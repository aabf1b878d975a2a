import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { readMessage } from "#adapters/mail/read-message.ts"
import { readSettings } from "#config/settings.ts"
import { buildIfChanged } from "../../../web/build-if-changed.ts"
import { start } from "../../src/start/start.ts"
import { executablePath, launchBrowser } from "./chromium.ts"
import { atEnd, type Ending, temporaryFolder } from "./databases.ts"
import { freePort } from "./free-port.ts"
import { type TcpProxy, tcpProxy } from "./tcp-proxy.ts"
import { silentLog } from "./world.ts"

export interface StudioInBrowser {
  baseUrl: string
  /** A mail to an address, as soon as it is in the outbox: one whose text has `text`. */
  mailTo(address: string, text?: RegExp): Promise<string>
  /** Takes the way between browsers and the service away, for a studio that has one of its own, and gives it back. */
  readonly way: Pick<TcpProxy, "refuse" | "listen"> | undefined
  /** Stops the service and starts it again, at the same address and with the same data. */
  restart(): Promise<void>
  /** A new browser, with nothing kept from another, on a blank page. */
  open(options?: Options): Promise<{ page: Page; context: BrowserContext }>
}

type Options = Parameters<Browser["newContext"]>[0] & {
  /** What the test has refused on purpose, such as `402 POST http://…`; all else that is refused fails it. */
  refusals?: RegExp
}

/** Why there can be no browser test here; undefined when there can be. It is never a reason where CI=true. */
export const noBrowser =
  existsSync(executablePath) || process.env.CI === "true" ? undefined : `There is no Chromium at ${executablePath}.`

/**
 * The whole service with its demo, listening (`settings` are added to its own), and a browser to use it with. What
 * the browser complains of (a blocked script or style, an exception, a failed request) fails the test. With `hasWay`
 * browsers reach the service by a way that can be taken away.
 */
export async function studioInBrowser(
  t: Ending,
  settings: Record<string, string> = {},
  { hasWay = false } = {},
): Promise<StudioInBrowser> {
  await buildIfChanged()
  const port = await freePort()
  const way = hasWay ? await tcpProxy(t, port) : undefined
  const baseUrl = `http://localhost:${way?.port ?? port}`
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
  return { baseUrl, mailTo, way, restart, open: await browserAt(t, baseUrl) }
}

/** A browser to use what listens at `baseUrl` with; what it complains of fails the test. */
export async function browserAt(t: Ending, baseUrl: string): Promise<StudioInBrowser["open"]> {
  const browser = await launchBrowser()
  const complaints: string[] = []
  atEnd(t, async () => {
    await browser.close()
    if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join("\n")}`)
  })
  return async ({ refusals = /^$/, ...options } = {}) => {
    const context = await browser.newContext({ baseURL: baseUrl, ...options })
    context.setDefaultTimeout(25_000)
    listen(context, (complaint) => {
      if (!refusals.test(complaint)) complaints.push(complaint)
    })
    return { page: await context.newPage(), context }
  }
}

/**
 * Hears of what goes wrong in every page of a browser: exceptions, what the console says (a blocked script or style is
 * said there), requests without an answer, and refused ones. What was on its way when a page was left is no fault, nor
 * are the scripts that a browser without JavaScript does not load.
 */
function listen(context: BrowserContext, complain: (complaint: string) => void): void {
  context.on("weberror", (error) => complain(String(error.error())))
  context.on("console", (message) => {
    const isSaidBelow = message.text().startsWith("Failed to load resource")
    if (["error", "warning"].includes(message.type()) && !isSaidBelow) complain(message.text())
  })
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? ""
    if (!["net::ERR_ABORTED", "csp"].includes(why)) complain(`${why} ${request.method()} ${request.url()}`)
  })
  context.on("response", (response) => {
    if (response.status() >= 400) complain(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
}

async function waitForMail(outbox: string, address: string, text: RegExp): Promise<string> {
  for (;;) {
    const names = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith(".eml")) : []
    const mails = names.map((name) => readMessage(readFileSync(join(outbox, name), "utf8")))
    const mail = mails.find((mail) => mail.to === address && text.test(mail.text))
    if (mail) return mail.text
    await sleep(50)
  }
}
