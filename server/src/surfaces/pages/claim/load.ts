import type { ClaimData } from "#contract/pages/claim.ts"
import type { PageContent, Visit } from "../page.ts"

/**
 * Offers to mail a purchase's link to the address stored on it. The page is the same for every address, so that it
 * tells nobody what was bought.
 */
export async function loadClaim({ params, query }: Visit): Promise<PageContent<ClaimData>> {
  const formAction = claimPath(params)
  const wasSent = query.sent !== undefined
  return {
    head: { title: "Get your link again" },
    data: { formAction, wasSent },
  }
}

/** The same for programs. Nothing is looked up, so that an address that names no purchase answers the same. */
export async function loadClaimJson({ app, params }: Visit): Promise<object> {
  return {
    mailLink: { method: "POST", url: `${app.addresses.base}${claimPath(params)}` },
    message:
      "Nothing can be downloaded here. The request in `mailLink` mails the delivery link to the buyer's address.",
  }
}

const claimPath = ({ purchaseId = "" }: Visit["params"]) => `/claim/${encodeURIComponent(purchaseId)}`
