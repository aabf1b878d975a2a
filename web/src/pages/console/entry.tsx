import "@fontsource-variable/inter/wght.css"
import "../../kit/tokens.css"
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode, startTransition } from "react"
import { createRoot } from "react-dom/client"
import type { ConsoleData } from "../../../../server/src/contract/pages/console.ts"
import type { House } from "../../../../server/src/contract/pages/house.ts"
import { Refused } from "../../api/call.ts"
import { isSwitchedOn } from "../../console/account/notification-settings/push-endpoint.ts"
import { keyOf } from "../../console/ask.ts"
import { startHere } from "../../console/console-data.ts"
import { endIfRefused } from "../../console/console-end.ts"
import { followWork } from "../../console/follow-work.ts"
import { startLive } from "../../console/live/start-live.ts"
import { openRouter } from "../../console/router.tsx"
import { HouseContext } from "../../kit/house.tsx"

const root = document.getElementById("root")
const json = document.getElementById("page-data")?.textContent
if (!root || !json) throw new Error("The document has no #root element or no page data.")
const { house, data } = JSON.parse(json) as { house: House; data: ConsoleData["island"] }
startHere(data)

const queries = new QueryClient({
  queryCache: new QueryCache({
    // A failed preload, which no component observes, must not end the console.
    onError: (error, query) => query.getObserversCount() > 0 && endIfRefused(error),
  }),
  mutationCache: new MutationCache({ onError: endIfRefused }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 3 && error instanceof Refused && error.isPassing,
    },
  },
})
followWork(queries)
for (const [read, answer] of data.firstData) {
  queries.setQueryData(keyOf(read), read.isList ? { pages: [answer], pageParams: [undefined] } : answer)
}
// A refusal that an error page shows is no bug, so it is not logged.
const onCaughtError = (error: unknown) => !(error instanceof Refused) && console.error(error)

/** The router renders nothing until the first page has loaded, so the document's frame stays until then. */
async function start(root: HTMLElement): Promise<void> {
  const router = openRouter(queries)
  await router.load().catch(console.error)
  // React renders a transition in short tasks, between which the browser reacts.
  startTransition(() =>
    createRoot(root, { onCaughtError }).render(
      <StrictMode>
        <HouseContext value={{ ...house, isReaders: true }}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </HouseContext>
      </StrictMode>,
    ),
  )
  startLive(queries)
  if (hasTyped()) import("../../console/typed.ts").then(({ restoreTyped }) => restoreTyped())
  if (!isSwitchedOn()) return
  import("../../console/account/notification-settings/subscription.ts")
    .then(({ renewSubscription }) => renewSubscription())
    .catch(() => {}) // the next page tries again
}

function hasTyped(): boolean {
  try {
    return "typed" in sessionStorage
  } catch {
    return false
  }
}

// A task of its own, so that the browser can react between the two.
setTimeout(() => start(root))
