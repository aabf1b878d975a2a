import { silentExchange } from "#access/exchange.ts"
import { perform } from "#access/perform.ts"
import { requestClaim, requestReceipt } from "#domains/handover/index.ts"
import { accountForms } from "./account/forms.ts"
import { consentForms } from "./consent/forms.ts"
import type { Form } from "./form.ts"
import { workspaceForms } from "./new-workspace/forms.ts"
import { reportForms } from "./report/forms.ts"
import { signInForms } from "./sign-in/forms.ts"
import { unsubscribeForms } from "./unsubscribe/forms.ts"

const handoverForms: readonly Form[] = [
  {
    path: "/claim/:purchaseId",
    take: async ({ app, caller, network, params: { purchaseId = "" } }) => {
      const json = await perform({ app, caller, exchange: { ...silentExchange, network } }, requestClaim, {
        purchaseId,
      })
      return { to: `/claim/${encodeURIComponent(purchaseId)}?sent`, json }
    },
  },
  {
    path: "/delivery/:link/receipt",
    take: async ({ app, caller, network, params: { link = "" } }) => {
      const json = await perform({ app, caller, exchange: { ...silentExchange, network } }, requestReceipt, { link })
      return { to: `/delivery/${encodeURIComponent(link)}?receipt=${app.now()}#receipt`, json }
    },
  },
]

/** Every form, once. */
export const forms: readonly Form[] = [
  ...handoverForms,
  ...signInForms,
  ...accountForms,
  ...workspaceForms,
  ...consentForms,
  ...reportForms,
  ...unsubscribeForms,
]
