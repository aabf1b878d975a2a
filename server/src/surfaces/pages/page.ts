import type { Caller } from "#access/context.ts"
import type { App } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import type { RefusalData } from "#contract/pages/page-form.ts"
import type { Head } from "./document.ts"
import type { Embedded } from "./page-headers.ts"

/** One visit of a page, as input of its loader: the service, the caller, and the parts of the address. */
export interface Visit {
  app: App
  settings: Settings
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  caller: Caller
  path: string
  /** The secret in this browser's cookie; empty on pages without one. */
  browser: string
  /** The value of the field `form_token` in every form of the page; empty on pages without one. */
  formToken: string
  /** Why a form was refused, when its page is shown again. `typed` contains the posted values. */
  refusal: RefusalData | null
  typed: Readonly<Record<string, string>>
}

/** `browser`: a cookie that distinguishes browsers. `person`: others are redirected to sign in. Absent: no cookie. */
export type Needs = "browser" | "person"

export interface PageContent<Data extends object = Record<string, unknown>> {
  /** Absent: 200. */
  status?: number
  head: Omit<Head, "isPrivate">
  /** The data for rendering. Only its part `island` is sent to the browser's scripts. */
  data: Data & { island?: object }
  /** The id of the console's route that is shown, whose scripts the document loads at once. */
  view?: string
  /** Search engines may list this page, although others of its kind are excluded. */
  isListed?: boolean
  embedded?: Embedded
  /** The origins whose pages may frame the page. Absent: none. */
  framedBy?: readonly string[]
  hasWorker?: boolean
  /** The origin of the files that the page shows. Absent: none. */
  filesOrigin?: string
  readsFilms?: boolean
  /** The page's workspace, which becomes this browser's last one for `/workspaces`. */
  lastWorkspace?: string
}

export interface Page {
  /** Also the folder of the component that draws it: `web/src/pages/<id>`. */
  id: string
  /** The pattern of its path, in Fastify's syntax. */
  path: string
  isPrivate: boolean
  needs?: Needs
  /** Sites show it in a frame. Its visitor is not signed in there, whatever the cookies say. */
  isFramed?: boolean
  /** Whether an unknown address counts as a guess at an offer's key. */
  countsMisses?: boolean
  /** The path or address to which this visitor is redirected instead. Undefined: the page is shown. */
  leadsOn?(visit: Visit): string | undefined
  /** Loads the page's data from the domains, with `perform`. A ServiceError becomes its error page. */
  load(visit: Visit): Promise<PageContent<object>>
  /** The page's text at an address of its own, and at this one for clients that prefer its media type. */
  alternate?: { path: string; type: "text/markdown"; write(visit: Visit): string }
  /** The response of the same address to a client that prefers JSON. */
  loadJson?(visit: Visit): Promise<object>
}
