import { perform } from "#access/perform.ts"
import { offerPasskey } from "#domains/accounts/index.ts"
import type { Form } from "../form.ts"

/** What the account's page asks for beside the console: browsers make a passkey from it. */
export const accountForms: readonly Form[] = [
  {
    path: "/account/passkeys/options",
    needs: "person",
    take: async ({ app, caller }) => ({ json: (await perform({ app, caller }, offerPasskey, {})).options }),
  },
]
