import type { TestContext } from "node:test"
import type { App } from "#access/perform.ts"
import { buildIfChanged } from "../../../../web/build-if-changed.ts"
import { dispatch } from "../http/dispatch.ts"
import { type ReadPage, readPage } from "../pages/read-page.ts"
import { type HttpWorld, httpWorld } from "./http-world.ts"

export interface PageWorld extends HttpWorld {
  /** Loads an address as a browser does after a click on a link. */
  visit(path: string, headers?: Record<string, string>): Promise<Visited>
  /** Sends a form as a browser does. */
  submit(path: string, headers?: Record<string, string>, payload?: string): Promise<Visited>
}

/** A response to a browser, with the page's content. */
export interface Visited extends ReadPage {
  status: number
  headers: Record<string, string>
  html: string
}

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

/** A whole service with its pages built. */
export async function pageWorld(
  t: TestContext,
  settings: Record<string, string> = {},
  change: (app: App) => App = (app) => app,
): Promise<PageWorld> {
  return pagesOf(await httpWorld(t, { settings, change }))
}

/** The same for an existing service. */
export async function pagesOf(world: HttpWorld): Promise<PageWorld> {
  await buildIfChanged()
  return {
    ...world,
    visit: async (url, headers = {}) => {
      return toVisited(await dispatch(world.server, { method: "GET", url, headers: { ...browser, ...headers } }))
    },
    submit: async (url, headers = {}, payload = "") => {
      const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }
      return toVisited(
        await dispatch(world.server, { method: "POST", url, payload, headers: { ...browser, ...form, ...headers } }),
      )
    },
  }
}

function toVisited({
  statusCode,
  headers,
  payload,
}: {
  statusCode: number
  headers: object
  payload: string
}): Visited {
  return { ...readPage(payload), status: statusCode, headers: headers as Record<string, string>, html: payload }
}

/** The kinds of the jobs in the outbox. */
export async function jobKinds({ app }: PageWorld): Promise<string[]> {
  const jobs = await app.database.read.selectFrom("jobs").select("kind").execute()
  return jobs.map(({ kind }) => kind)
}
