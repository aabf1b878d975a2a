import type { PageContent, Visit } from "../page.ts"

/** The page is the same for every link, so it does not reveal whether a purchase exists. */
export async function loadClaim({ params, query }: Visit) {
  const formAction = claimPath(params)
  const wasSent = query.sent !== undefined
  return {
    head: { title: "Get your download link" },
    data: { formAction, wasSent },
  } satisfies PageContent
}

/** The same for programs. There is no look-up, so an unknown purchase gets the same response. */
export async function loadClaimJson({ app, params }: Visit): Promise<object> {
  return {
    mailLink: { method: "POST", url: `${app.addresses.base}${claimPath(params)}` },
    message: "The request in `mailLink` emails the delivery link to the buyer.",
  }
}

const claimPath = ({ purchaseId = "" }: Visit["params"]) => `/claim/${encodeURIComponent(purchaseId)}`
