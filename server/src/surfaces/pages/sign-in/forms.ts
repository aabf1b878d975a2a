import { perform } from "#access/perform.ts"
import {
  askForPasskey,
  endSession,
  requestSignIn,
  signInWithCode,
  signInWithLink,
  signInWithPasskey,
} from "#domains/accounts/index.ts"
import type { Form, FormPost } from "../form.ts"
import { ownPath } from "../own-path.ts"
import { afterSignIn } from "./load.ts"

export const signInForms: readonly Form[] = [
  {
    path: "/sign-in",
    needs: "browser",
    page: "sign-in",
    take: async ({ app, caller, fields, browser, network, browserProofs: proofs }) => {
      const returnTo = ownPath(fields.return_to, afterSignIn)
      const { signInId } = await perform({ app, caller }, requestSignIn, {
        email: fields.email,
        returnTo,
        browser,
        network,
        proofs,
      })
      return { to: `/sign-in/code/${signInId}` }
    },
  },
  {
    path: "/sign-in/code/:signInId",
    needs: "browser",
    page: "sign-in-code",
    take: async (post) => {
      const { app, caller, params, fields, browser, userAgent } = post
      const given = { signInId: params.signInId, code: fields.code, browser, userAgent }
      return enter(post, await perform({ app, caller }, signInWithCode, given))
    },
  },
  {
    path: "/sign-in/link/:link",
    needs: "browser",
    page: "sign-in-link",
    take: async (post) => {
      const { app, caller, params, userAgent } = post
      return enter(post, await perform({ app, caller }, signInWithLink, { link: params.link, userAgent }))
    },
  },
  {
    path: "/sign-in/passkey/options",
    needs: "browser",
    take: async ({ app, caller, browser }) => {
      return { json: (await perform({ app, caller }, askForPasskey, { browser })).options }
    },
  },
  {
    path: "/sign-in/passkey",
    needs: "browser",
    page: "sign-in",
    take: async (post) => {
      const { app, caller, fields, browser, userAgent } = post
      const begun = await perform({ app, caller }, signInWithPasskey, { response: fields.response, browser, userAgent })
      return enter(post, { ...begun, returnTo: fields.return_to })
    },
  },
  {
    path: "/sign-out",
    needs: "person",
    take: async ({ app, caller, dropSession }) => {
      if (caller.kind === "person") await perform({ app, caller }, endSession, { id: caller.sessionId })
      dropSession()
      return { to: "/" }
    },
  },
]

function enter(
  post: FormPost,
  begun: { token: string; browserProof: string; returnTo: string | undefined },
): {
  to: string
} {
  post.keepSession(begun)
  return { to: ownPath(begun.returnTo, afterSignIn) }
}
