import "@fontsource-variable/inter/wght.css"
import "@mantine/core/styles.css"
import "./tokens.css"
import { MantineProvider } from "@mantine/core"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { type ComponentType, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { FailureBoundary } from "./kit/failure-boundary.tsx"
import { type PageData, type PageId, readPage } from "./page-data.ts"
import { cssVariablesResolver, theme } from "./theme.ts"

/** Draws a page from the data that the server put into the document; each entry calls it once. */
export function mountPage<Id extends PageId>(id: Id, Page: ComponentType<PageData[Id]>): void {
  const root = document.getElementById("root")
  if (!root) throw new Error("The document has no root.")
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } })
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queries}>
          <FailureBoundary>
            <Page {...readPage(id).data} />
          </FailureBoundary>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ""
}
