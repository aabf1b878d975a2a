import { perform } from "#access/perform.ts"
import { offerPasskey } from "#domains/accounts/index.ts"
import type { Form } from "../form.ts"

/** The account page's requests besides the console's actions: the browser makes a passkey from the response. */
export const accountForms: readonly Form[] = [
  {
    path: "/account/passkeys/options",
    needs: "person",
    take: async ({ app, caller }) => ({ json: (await perform({ app, caller }, offerPasskey, {})).options }),
  },
]
