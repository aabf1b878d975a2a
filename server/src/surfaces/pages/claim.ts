import { html } from "../transport/html.ts"
import type { PageContent, Visit } from "./page.ts"

/**
 * Offers to mail a purchase's link to the address stored on it. The page is the same for every address, so that it
 * tells nobody what was bought.
 */
export async function loadClaim({ params, query }: Visit): Promise<PageContent<"claim">> {
  const formAction = claimPath(params)
  const wasSent = query.sent !== undefined
  return {
    head: { title: "Get your link again" },
    data: { formAction, wasSent },
    plain: wasSent
      ? html`<h1>Look into your mailbox</h1><p>If there is such a purchase, its link is on the way.</p>`
      : html`<h1>Get your link again</h1><form method="post" action="${formAction}"><button>Mail me the link</button></form>`,
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
