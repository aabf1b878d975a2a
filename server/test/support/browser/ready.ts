import { setTimeout as sleep } from "node:timers/promises"
import type { BrowserContext, Frame, Page } from "playwright-core"

/** The longest wait of an action, and of a page until it is ready. A busy machine takes twenty times as long as a quiet one. */
export const patienceMs = 60_000

/**
 * Runs in a page of any site, in any browser: a promise that resolves once the document is complete and nothing in it
 * is under way. Pages of the service name in `data-busy` what is.
 */
export const whenReady = `new Promise((resolve) => {
  const isReady = () => document.readyState === "complete" && !document.documentElement?.dataset?.busy
  if (isReady()) return resolve()
  const look = () => {
    if (!isReady()) return
    observer.disconnect()
    document.removeEventListener("readystatechange", look)
    resolve()
  }
  const observer = new MutationObserver(look)
  observer.observe(document.documentElement, { attributeFilter: ["data-busy"] })
  document.addEventListener("readystatechange", look)
})`

/** Runs in a page: what it is busy with. */
export const whyBusy = `document.documentElement?.dataset?.busy || "its document, which is " + document.readyState`

/** How many reasons there are not to wait for a page. */
const looks = new WeakMap<Page, number>()
const addLook = (page: Page, change: number) => looks.set(page, (looks.get(page) ?? 0) + change)

/** Waits until all frames of a page are ready. @throws Error that names what the page is busy with */
export async function untilReady(page: Page, timeoutMs = patienceMs): Promise<void> {
  if (looks.get(page) || page.isClosed()) return
  const ended = new AbortController()
  const late = sleep(timeoutMs, "late", { signal: ended.signal }).catch(() => "ended")
  const ready = Promise.all(page.frames().map((frame) => untilFrameIsReady(frame, ended.signal)))
  try {
    if ((await Promise.race([ready, late])) === "late") {
      throw new Error(`The page was not ready after ${timeoutMs} ms: ${await sayBusy(page)}`)
    }
  } finally {
    ended.abort()
  }
}

/** A document that is replaced meanwhile is followed by a wait for the next one. */
async function untilFrameIsReady(frame: Frame, ended: AbortSignal): Promise<void> {
  while (!ended.aborted && !frame.isDetached() && !frame.page().isClosed()) {
    const isReady = await frame.evaluate(whenReady).then(
      () => true,
      () => sleep(10, false),
    )
    if (isReady) return
  }
}

async function sayBusy(page: Page): Promise<string> {
  const parts = page.frames().map(async (frame) => `${frame.url()} is busy with ${await frame.evaluate(whyBusy)}`)
  const said = await Promise.race([Promise.all(parts), sleep(1_000, ["It does not answer."])])
  return said.join("; ")
}

/** Lets a test look at a page that it keeps from being ready: until `work` has ended, actions on it do not wait. */
export async function withoutWaiting<Result>(page: Page, work: () => Promise<Result>): Promise<Result> {
  addLook(page, 1)
  try {
    return await work()
  } finally {
    addLook(page, -1)
  }
}

type Act = (this: object, ...given: unknown[]) => Promise<unknown>

/** Methods that load another document. */
const navigations = ["goto", "reload", "goBack", "goForward", "waitForURL"]
const ofKeyboard = ["press", "type", "insertText", "down", "up"]
const ofMouse = ["click", "dblclick", "down", "up", "move", "wheel"]
const ofLocator = [
  ...["blur", "check", "clear", "click", "dblclick", "dragTo", "fill", "focus", "hover", "press", "pressSequentially"],
  ...["selectOption", "selectText", "setChecked", "setInputFiles", "tap", "uncheck"],
]

/**
 * Makes each navigation and action of a browser's pages wait until the page is ready, before and afterwards. A browser
 * without scripts only loads documents, and waits for these itself.
 */
export function waitInPages(context: BrowserContext, { hasScripts }: { hasScripts: boolean }): void {
  context.on("page", (page) => {
    if (!hasScripts) return addLook(page, 1)
    wrap(page, navigations, { pageOf: () => page, isFirst: false })
    wrap(page.keyboard, ofKeyboard, { pageOf: () => page })
    wrap(page.mouse, ofMouse, { pageOf: () => page })
    wrapLocators(page)
  })
}

let areLocatorsWrapped = false

/** All locators of this process share their methods. */
function wrapLocators(page: Page): void {
  if (areLocatorsWrapped) return
  areLocatorsWrapped = true
  const prototype: object = Object.getPrototypeOf(page.locator("html"))
  wrap(prototype, ofLocator, { pageOf: (locator) => (locator as ReturnType<Page["locator"]>).page() })
}

interface Wrapping {
  pageOf(self: object): Page
  /** Whether the page is waited for before the action, too. */
  isFirst?: boolean
}

function wrap(target: object, names: readonly string[], { pageOf, isFirst = true }: Wrapping): void {
  for (const name of names) {
    const act: Act = Reflect.get(target, name)
    const actWhenReady: Act = async function (...given) {
      const page = pageOf(this)
      if (isFirst) await untilReady(page)
      const result = await Reflect.apply(act, this, given)
      await untilReady(page)
      return result
    }
    Object.defineProperty(target, name, { value: actWhenReady, configurable: true, writable: true })
  }
}
