import type { Caller } from "#access/caller.ts"
import type { App } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import type { Html } from "../transport/html.ts"
import type { Head } from "./document.ts"
import type { PageData, PageId, RefusalData } from "./page-data.ts"
import type { Embedded } from "./page-headers.ts"

/** What a loader is given: the service, who asks, and the request's address in parts. */
export interface Visit {
  app: App
  settings: Settings
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  caller: Caller
  /** The address itself, from the first slash on. */
  path: string
  /** The secret in this browser's cookie; empty on pages that need none. */
  browser: string
  /** Goes into every form of the page, in the field `form_token`; empty on pages that need none. */
  formToken: string
  /** When the page is drawn again because its form was refused: why, and what was typed. */
  refusal: RefusalData | null
  typed: Readonly<Record<string, string>>
}

/**
 * What a page or a form rests on. `browser`: anybody, told apart by a cookie. `person`: somebody who is signed in;
 * others are sent to sign in first. Left out: nothing at all, and no cookie is set.
 */
export type Needs = "browser" | "person"

/** What a loader makes of a visit. */
export interface Sheet<Id extends PageId> {
  /** 200 when left out. */
  status?: number
  head: Omit<Head, "isPrivate">
  data: PageData[Id]
  plain: Html
  /** Nothing when left out. */
  embedded?: Embedded
  /** Origins, beside our own, that the page's forms may lead to, redirects included. */
  formTargets?: readonly string[]
}

/** One row of the table of pages. */
export interface Page<Id extends PageId = PageId> {
  /** Names the entry: `web/src/<id>/entry.tsx`. */
  id: Id
  /** Fastify's way of writing paths. */
  path: string
  /** Kept out of search engines. */
  isPrivate: boolean
  needs?: Needs
  /** An address that opens nothing counts as a guess at an offer's key. */
  countsMisses?: boolean
  /** Asks the domains, by `perform`, for what the page shows; a ServiceError becomes the page of that error. */
  load(visit: Visit): Promise<Sheet<Id>>
  /** What the same address answers to a client that would rather have JSON. */
  loadJson?(visit: Visit): Promise<object>
}

export type AnyPage = { [Id in PageId]: Page<Id> }[PageId]
