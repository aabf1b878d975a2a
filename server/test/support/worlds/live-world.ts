import type { TestContext } from "node:test"
import { noteChange } from "#changes/note-change.ts"
import type { ChangeKind } from "#contract/change-kinds.ts"
import { type EventStream, openStream } from "../http/event-stream.ts"
import type { Browser } from "../pages/simple-browser.ts"
import { consoleOf } from "./console-world.ts"
import { type HttpOptions, httpWorld, listen } from "./http-world.ts"
import { type PageWorld, pagesOf } from "./page-world.ts"

export interface LiveWorld extends PageWorld {
  url: string
  /** Signs a member of `studio` in with a new browser. */
  enter(email: string): Promise<Browser>
  /** Opens the stream of `studio` as a page does; closed after the test. */
  follow(browser: Browser, asked?: { after?: number | string; headers?: Record<string, string> }): Promise<EventStream>
  /** Records a change of each kind, in one transaction. */
  change(...kinds: ChangeKind[]): Promise<void>
}

/** A listening service, with clients that follow it as a browser does. */
export async function liveWorld(t: TestContext, options: HttpOptions = {}): Promise<LiveWorld> {
  const world = await pagesOf(await httpWorld(t, options))
  const { url } = await listen(world)
  return {
    ...world,
    url,
    enter: (email) => consoleOf(world).enter(email),
    async follow(browser, { after, headers = {} } = {}) {
      const query = after === undefined ? "" : `&after=${after}`
      const sent = { ...browser.headers(), "sec-fetch-site": "same-origin", ...headers }
      const stream = await openStream(`${url}/console/live?workspace=studio${query}`, sent)
      t.after(stream.close)
      return stream
    },
    change: (...kinds) =>
      world.cx.atomically(async (cx) => {
        for (const kind of kinds) noteChange(cx, { workspaceId: world.workspaceId, kind })
      }),
  }
}
