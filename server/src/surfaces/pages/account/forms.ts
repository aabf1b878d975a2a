import { perform } from "#access/perform.ts"
import {
  addPasskey,
  editProfile,
  endOtherSessions,
  endSession,
  eraseAccount,
  offerPasskey,
  removePasskey,
  renamePasskey,
} from "#domains/accounts/index.ts"
import type { Form } from "../form.ts"

const toAccount = { to: "/account" }
const onAccount = { needs: "person", page: "account" } as const

/** The forms of the account page. */
export const accountForms: readonly Form[] = [
  {
    path: "/account",
    ...onAccount,
    take: async ({ app, caller, fields }) => {
      await perform({ app, caller }, editProfile, { name: fields.name })
      return { to: "/account?saved" }
    },
  },
  {
    path: "/account/sessions/:id/end",
    ...onAccount,
    take: async ({ app, caller, params, dropSession }) => {
      const { isCurrent } = await perform({ app, caller }, endSession, { id: params.id })
      if (!isCurrent) return toAccount
      dropSession()
      return { to: "/" }
    },
  },
  {
    path: "/account/sessions/end-others",
    ...onAccount,
    take: async ({ app, caller }) => {
      await perform({ app, caller }, endOtherSessions, {})
      return toAccount
    },
  },
  {
    path: "/account/erase",
    ...onAccount,
    take: async ({ app, caller, fields, dropSession }) => {
      await perform({ app, caller }, eraseAccount, { email: fields.email })
      dropSession()
      return { to: "/" }
    },
  },
  {
    path: "/account/passkeys/options",
    needs: "person",
    take: async ({ app, caller }) => ({ json: (await perform({ app, caller }, offerPasskey, {})).options }),
  },
  {
    path: "/account/passkeys",
    ...onAccount,
    take: async ({ app, caller, fields }) => {
      await perform({ app, caller }, addPasskey, { name: fields.passkey_name, response: fields.response })
      return toAccount
    },
  },
  {
    path: "/account/passkeys/rename",
    ...onAccount,
    take: async ({ app, caller, fields }) => {
      await perform({ app, caller }, renamePasskey, { id: fields.id, name: fields.passkey_name })
      return toAccount
    },
  },
  {
    path: "/account/passkeys/remove",
    ...onAccount,
    take: async ({ app, caller, fields }) => {
      await perform({ app, caller }, removePasskey, { id: fields.id })
      return toAccount
    },
  },
]
