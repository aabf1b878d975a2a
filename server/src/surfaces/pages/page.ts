import type { Caller } from "#access/caller.ts"
import type { App } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import type { RefusalData } from "#contract/pages/page-form.ts"
import type { Head } from "./document.ts"
import type { Embedded } from "./page-headers.ts"

/** One visit of a page, as its loader gets it: the service, the caller, and the parts of the address. */
export interface Visit {
  app: App
  settings: Settings
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  caller: Caller
  /** The path and the query of the address. */
  path: string
  /** The secret in this browser's cookie; empty on pages that need none. */
  browser: string
  /** The value of the field `form_token` in every form of the page; empty on pages that need none. */
  formToken: string
  /** Why a form was refused, when the page is shown again because of that. What was typed is in `typed`. */
  refusal: RefusalData | null
  typed: Readonly<Record<string, string>>
}

/**
 * What a page or a form needs to know of its visitor. `browser`: a cookie that tells browsers apart. `person`: that
 * somebody is signed in; others are sent to sign in first. Left out, it needs nothing, and no cookie is set.
 */
export type Needs = "browser" | "person"

/** What a page shows at one visit, as its loader answers it. */
export interface PageContent<Data extends object> {
  /** 200 when left out. */
  status?: number
  head: Omit<Head, "isPrivate">
  /** What the page is drawn with. Only its part `island`, where it has one, goes along for the browser's scripts. */
  data: Data & { island?: object }
  /** Search engines may list this visit's page, though others of its kind are kept from them. */
  isListed?: boolean
  /** Nothing when left out. */
  embedded?: Embedded
  /** Runs our service worker. */
  hasWorker?: boolean
  /** Of the host whose files the page shows; nobody's when left out. */
  filesOrigin?: string
  /** The workspace that the page is in: this browser's last one, for `/workspaces`. */
  lastWorkspace?: string
  /** Origins, beside our own, that the page's forms may lead to, redirects included. */
  formTargets?: readonly string[]
}

/** One row of the table of pages. */
export interface Page {
  /** Names the folder of what draws it: `web/src/pages/<id>`. */
  id: string
  /** Fastify's way of writing paths. */
  path: string
  /** Kept out of search engines. */
  isPrivate: boolean
  needs?: Needs
  /** An address that opens nothing counts as a guess at an offer's key. */
  countsMisses?: boolean
  /** The path, or the address, that this visitor is sent on to instead; left out or undefined, the page is shown. */
  leadsOn?(visit: Visit): string | undefined
  /** Asks the domains, with `perform`, for what the page shows. A ServiceError becomes the page of that error. */
  load(visit: Visit): Promise<PageContent<object>>
  /** What the same address answers to a client that prefers JSON. */
  loadJson?(visit: Visit): Promise<object>
}
