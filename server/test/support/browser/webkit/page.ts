import type { AnyPage } from "../any-page.ts"
import { patienceMs, whenReady, whyBusy } from "../ready.ts"
import { nextDownload } from "./downloads.ts"
import { pressOf, typingOf } from "./keys.ts"
import { finderIn, type Home } from "./locator.ts"
import { persist } from "./persist.ts"
import { DriverError } from "./session.ts"
import type { WebKitWindow } from "./window.ts"

/** What a browser lends to its pages. */
export interface Surroundings {
  readonly baseUrl: string
  /** The folder in which downloads arrive. */
  readonly downloads: string
  newPage(): Promise<AnyPage>
}

/** A page of WebKit, under the same interface as Playwright's. */
export function webKitPage(window: WebKitWindow, { baseUrl, downloads, newPage }: Surroundings): AnyPage {
  let address = "about:blank"
  const look = () => window.evaluate<{ busy: string; at: string }>(lookExpression)
  const untilReady = () =>
    persist({ what: "The page was not ready" }, async () => {
      const { busy, at } = await look()
      address = at
      return busy === "" ? { answer: undefined } : { lacks: `it is busy with ${busy}` }
    })
  /** Runs an action or a navigation, and waits until the page is ready. */
  const settling = async (run: () => Promise<unknown>) => {
    await run().catch(async (error) => {
      if (!(error instanceof DriverError && error.code === "timeout")) throw error
      throw new Error(`The page was not ready: it is busy with ${(await look()).busy}, for ${patienceMs / 1000} s.`)
    })
    await untilReady()
  }
  const act: Home["act"] = async (run) => {
    await untilReady()
    await settling(run)
  }
  const post = (path: string, body: object = {}) => window.send({ method: "POST", path, body })
  const page: AnyPage = {
    ...finderIn({ ...window, page: () => page, act }),
    url: () => address,
    goto: (path) => settling(() => post("url", { url: new URL(path, baseUrl).href })),
    reload: () => settling(() => post("refresh")),
    goBack: () => settling(() => post("back")),
    evaluate: (expression) => window.evaluate(expression),
    waitForURL: (wanted) =>
      settling(() =>
        persist({ what: `Waiting for the address ${wanted}` }, async () => {
          const at = await window.evaluate<string>("location.href")
          return isAt(wanted, at) ? { answer: undefined } : { lacks: `it is ${at}` }
        }),
      ),
    context: () => ({ newPage }),
    waitForEvent: () => nextDownload(downloads),
    keyboard: {
      press: (key) => act(() => post("actions", pressOf(key))),
      type: (text) => act(() => post("actions", typingOf(text))),
    },
  }
  return page
}

/** Runs in a page: what it is busy with, as soon as that is nothing, or a little later; and its address. */
const lookExpression = `Promise.race([
  ${whenReady}.then(() => ""),
  new Promise((later) => setTimeout(later, 200)).then(() => ${whyBusy}),
]).then((busy) => ({ busy, at: location.href }))`

function isAt(wanted: RegExp | ((address: URL) => boolean), address: string): boolean {
  return typeof wanted === "function" ? wanted(new URL(address)) : wanted.test(address)
}
