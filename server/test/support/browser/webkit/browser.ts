import { setTimeout as sleep } from "node:timers/promises"
import { atEnd, type Ending } from "../../databases/test-databases.ts"
import type { AnyPage } from "../any-page.ts"
import { inspect } from "./inspector.ts"
import { webKitPage } from "./page.ts"
import { startWebKit } from "./processes.ts"
import { beginSession } from "./session.ts"
import { webKitWindow } from "./window.ts"

/** Of the window, whose page is smaller by the browser's own bars. It is about that of Playwright's pages. */
const size = { width: 1280, height: 800 }

/**
 * Opens WebKit for the service at `baseUrl`, a new one for each person; its complaints fail the test.
 *
 * @param desktop The variables of a desktop that it is to use.
 */
export function webKitAt(
  t: Ending,
  baseUrl: string,
  desktop?: Record<string, string>,
): (options?: { refusals?: RegExp }) => Promise<{ page: AnyPage }> {
  return async ({ refusals = /^$/ } = {}) => {
    const complaints: string[] = []
    const { driver, inspector: address, downloads, stop } = await startWebKit(desktop)
    const inspector = inspect(address, (complaint) => {
      if (!refusals.test(complaint)) complaints.push(complaint)
    })
    atEnd(t, async () => {
      await Promise.race([inspector.drain(), sleep(5_000, undefined, { ref: false })]) // a page may be hanging
      await stop()
      if (complaints.length > 0) throw new Error(`WebKit complained:\n${complaints.join("\n")}`)
    })
    const session = await beginSession(driver)
    const openIn = async (window: string) => {
      await inspector.attach()
      await session.send(window, { method: "POST", path: "window/rect", body: size })
      return webKitPage(webKitWindow(session, window), { baseUrl, downloads, newPage })
    }
    const newPage = async () => openIn(await session.openWindow())
    return { page: await openIn(session.firstWindow) }
  }
}
