import { silentExchange } from "#access/exchange.ts"
import { perform } from "#access/perform.ts"
import { reportAbuse } from "#domains/operators/index.ts"
import type { Form } from "../form.ts"

export const reportForms: readonly Form[] = [
  {
    path: "/report",
    needs: "browser",
    page: "report",
    take: async ({ app, caller, network, fields: { about = "", reason, words = "", email = "" } }) => {
      const exchange = { ...silentExchange, network }
      await perform({ app, caller, exchange }, reportAbuse, { about, reason, words, email })
      return { to: "/report?sent" }
    },
  },
]
