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
import { listOf, type ReadName, readOf } from "./ask.ts"
import { Failed, NotForYou, NotHere } from "./failed.tsx"
import { here, mayAs, useHere } from "./here.ts"
import { Shell } from "./shell.tsx"
import { toast } from "./ui/toast.ts"

/** What draws each route; its folder has the route's name. */
const views = import.meta.glob<{ View: FunctionComponent }>("./**/view.tsx")

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Shell, notFoundComponent: NotHere })

const toRoute = (route: ConsoleRoute) =>
  createRoute({
    getParentRoute: () => root,
    path: route.path,
    component: drawnAnew(route),
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

/** Draws a page anew, and leaves what was typed on it, when the reader may do more or less than before. */
function drawnAnew({ id, role }: ConsoleRoute): RouteComponent {
  const Page = lazyRouteComponent(viewOf(id), "View")
  // biome-ignore lint/correctness/noComponentHookFactories: it is called once for each route, when the router is made.
  const Followed = () => {
    useHere()
    return role === undefined || mayAs(role) ? <Page /> : <NotForYou role={role} />
  }
  return Object.assign(Followed, Page.preload && { preload: Page.preload })
}

/**
 * Leads to the same page without what its address asks for beyond that, where this is what was refused: a filter that
 * there is not, or something that is not there any more. Undefined where the page itself was refused.
 */
function withoutFilters(error: unknown, search: Record<string, string>) {
  if (!(error instanceof Refused) || ![400, 404].includes(error.status)) return undefined
  if (Object.keys(search).length === 0) return undefined
  const { [error.field ?? ""]: wrong, ...others } = search
  if (error.status === 404) toast({ tone: "bad", title: error.message })
  return redirect({ to: ".", search: (wrong === undefined ? {} : others) as never, replace: true })
}

function viewOf(id: string): () => Promise<{ View: FunctionComponent }> {
  const view = views[`./${id}/view.tsx`]
  if (!view) throw new Error(`Nothing draws the route ${id}.`)
  return view
}

/** An address holds text, as the server reads it; the router's own way would write `days=90` with quotes around. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** Has the answer of a read in the cache. Its name and input were checked where the table was written. */
function ensure(queries: QueryClient, { name, input, isList }: Read): Promise<unknown> {
  return isList
    ? queries.ensureInfiniteQueryData(listOf(name as ReadName, input as never))
    : queries.ensureQueryData(readOf(name as ReadName, input as never))
}

/** The ways through one area of the console: the workspace's that the document is for, the person's, or the operators'. */
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
