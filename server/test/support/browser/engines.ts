import { type TestContext, test } from "node:test"
import type { Ending } from "../databases/test-databases.ts"
import type { AnyPage } from "./any-page.ts"
import { firefoxAt, noFirefox } from "./firefox.ts"
import { oldestAt } from "./oldest.ts"
import { browserAt, noBrowser, type StudioInBrowser, serveStudio } from "./studio.ts"
import { webKitAt } from "./webkit/browser.ts"
import { noWebKit } from "./webkit/processes.ts"

/** Opens a new browser without stored data, on a blank page. `refusals` are the complaints that the test expects. */
type Opener = (options?: { refusals?: RegExp }) => Promise<{ page: AnyPage }>

/** The whole service with its demo, and browsers of one engine. */
export interface EngineStudio extends Pick<StudioInBrowser, "baseUrl" | "mailTo"> {
  open: Opener
}

interface Engine {
  name: string
  /** Why it cannot run here. */
  isMissing: string | undefined
  /** Browsers for the service at an address; their complaints fail the test. */
  openAt(t: Ending, baseUrl: string): Opener | Promise<Opener>
}

const all: readonly Engine[] = [
  { name: "Chromium", isMissing: noBrowser, openAt: browserAt },
  { name: "Firefox", isMissing: noFirefox, openAt: firefoxAt },
  { name: "WebKit", isMissing: noWebKit, openAt: webKitAt },
]

/** The reason to skip tests that need what is absent; never one where CI=true. */
export const skipWithout = (isMissing: string | undefined): string | false =>
  process.env.CI === "true" ? false : (isMissing ?? false)

/** The engines, each with the reason to skip its tests. */
export const engines = all.map(({ isMissing, ...engine }) => ({ ...engine, skip: skipWithout(isMissing) }))

/** The oldest browsers that the pages are made for, imitated in Chromium. */
const oldest: (typeof engines)[number] = {
  name: "the oldest browsers",
  openAt: oldestAt,
  skip: noBrowser ?? false,
}

/** Registers a journey through the whole service with its demo: a test for each engine, and for the oldest browsers. */
export function onEachEngine(
  title: string,
  journey: (studio: EngineStudio, t: TestContext) => Promise<void>,
  { settings = {}, isSlow = false }: { settings?: Record<string, string>; isSlow?: boolean } = {},
): void {
  for (const { name, skip, openAt } of [...engines, oldest]) {
    test(`${title} (${name})`, { skip, timeout: 90_000 }, async (t) => {
      const { baseUrl, mailTo } = await serveStudio(t, settings, { isSlow })
      await journey({ baseUrl, mailTo, open: await openAt(t, baseUrl) }, t)
    })
  }
}
