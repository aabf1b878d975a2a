import { perform } from "#access/perform.ts"
import { offerPasskey } from "#domains/accounts/index.ts"
import type { Form } from "../form.ts"

/** Requests of the account page and of the account menu, which visitors have as well, besides the console's actions. */
export const accountForms: readonly Form[] = [
  {
    path: "/account/theme",
    take: async ({ fields, keepTheme }) => {
      keepTheme(fields.theme)
      return { json: {} }
    },
  },
  {
    // The browser makes a passkey from the response.
    path: "/account/passkeys/options",
    needs: "person",
    take: async ({ app, caller }) => ({ json: (await perform({ app, caller }, offerPasskey, {})).options }),
  },
]
