import type { QueryClient } from "@tanstack/react-query"
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from "@tanstack/react-router"
import type { FunctionComponent } from "react"
import { consoleAreas } from "../../../server/src/contract/console/areas.ts"
import type { ConsoleRoute, Read } from "../../../server/src/contract/console/route.ts"
import { Refused } from "../api/call.ts"
import { reloadOr } from "../kit/loading/reload-once.ts"
import { pagesOf, readOf } from "./ask.ts"
import type { ReadName } from "./calls.ts"
import { here, mayAs, useHere } from "./console-data.ts"
import { Failed, NotForYou, NotHere, ViewMissing } from "./failed.tsx"
import { Shell } from "./shell.tsx"
import { toast } from "./toast.ts"

interface ViewModule {
  /** `style` resolves when the view's own style sheet is loaded; a view without one lacks it. */
  View: FunctionComponent & { style?: Promise<unknown> }
}

/** The view modules of all routes; a view's folder has its route's id. */
const views = import.meta.glob<ViewModule>("./**/view.tsx")

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Shell, notFoundComponent: NotHere })

const toRoute = (route: ConsoleRoute) =>
  createRoute({
    getParentRoute: () => root,
    path: route.path,
    component: followRole(route),
    errorComponent: Failed,
    validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
    loaderDeps: ({ search }) => search,
    loader: async ({ context: { queries }, params, deps }) => {
      const role = here().workspace?.role ?? null
      const asked = route.reads({ params: params as Record<string, string>, search: deps, role })
      try {
        await Promise.all(asked.map((read) => ensure(queries, read)))
      } catch (error) {
        throw withoutFilters(error, deps) ?? error
      }
    },
  })

/** Renders a page again when the reader's role changes, and keeps what they typed. */
function followRole({ id, role }: ConsoleRoute): RouteComponent {
  const Page = lazyRouteComponent(viewOf(id), "View")
  // biome-ignore lint/correctness/noComponentHookFactories: called once per route, when the router is made.
  const Followed = () => {
    useHere()
    return role === undefined || mayAs(role) ? <Page /> : <NotForYou role={role} />
  }
  return Object.assign(Followed, Page.preload && { preload: Page.preload })
}

/**
 * Redirects to the same page without the search parameter that the service refused (400), or without any if the thing
 * does not exist (404). Undefined if there are no search parameters or the error is another one.
 */
function withoutFilters(error: unknown, search: Record<string, string>) {
  if (!(error instanceof Refused) || ![400, 404].includes(error.status)) return undefined
  if (Object.keys(search).length === 0) return undefined
  const { [error.field ?? ""]: wrong, ...others } = search
  if (error.status === 404) toast({ tone: "bad", title: error.message })
  return redirect({ to: ".", search: (wrong === undefined ? {} : others) as never, replace: true })
}

/**
 * Loads a route's view and its style, so that the page is drawn in one step. The router would reload the page where a
 * browser says that a script is missing, also while the person leaves the page, so it gets another error.
 */
function viewOf(id: string): () => Promise<ViewModule> {
  const load = views[`./${id}/view.tsx`]
  if (!load) throw new Error(`The route ${id} has no view.`)
  return async () => {
    const view = await load().catch((cause) =>
      reloadOr<never>(() => {
        throw new ViewMissing(`The view of ${id} could not be loaded.`, { cause })
      }),
    )
    await view.View.style
    return view
  }
}

/** Parses every value as text, as the server does; the router's default would write `days=90` with quotes. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** Loads a read into the cache unless it is there. The table of routes has checked its name and input. */
function ensure(queries: QueryClient, { name, input, isList }: Read): Promise<unknown> {
  return isList
    ? queries.ensureInfiniteQueryData(pagesOf(name as ReadName, input as never))
    : queries.ensureQueryData(readOf(name as ReadName, input as never))
}

/** The router of one area: a workspace, a person's account, or the operators'. */
export function openRouter(queries: QueryClient) {
  const { area, base } = here()
  return createRouter({
    routeTree: root.addChildren(consoleAreas[area].routes.map(toRoute)),
    basepath: base,
    context: { queries },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
    search: { strict: false },
  })
}
