import { longestReport, reasonWords } from "#domains/operators/index.ts"
import type { PageContent, Visit } from "../page.ts"

/** The page for reporting abuse to the operators. `about` is the address, or the path, of the reported page. */
export async function loadReport({ app, query, typed, formToken, refusal }: Visit) {
  const { about = query.about ?? "", reason = "", words = "", email = "" } = typed
  return {
    head: {
      title: "Report abuse",
      description: `Report a link, an offer or files on ${app.brandName} to its operators.`,
    },
    data: {
      form: { action: "/report", formToken, about: whole(app.addresses.base, about), reason, words, email },
      reasons: Object.entries(reasonWords).map(([value, label]) => ({ value, label })),
      longest: longestReport,
      wasSent: query.sent !== undefined,
      refusal,
    },
  } satisfies PageContent
}

/** Completes a path to an address: pages link with their path, and people know addresses. */
const whole = (base: string, about: string) => (/^\/(?!\/)/.test(about) ? base + about : about)
