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
import type { Form } from "./posted-form.ts"

const toAccount = { to: "/account" }
const onAccount = { needs: "person", page: "account" } as const

/** The forms of the account page. */
export const accountForms: readonly Form[] = [
  {
    path: "/account",
    ...onAccount,
    take: async ({ app, caller, fields }) => {
      await perform(app, editProfile, caller, { name: fields.name })
      return toAccount
    },
  },
  {
    path: "/account/sessions/:id/end",
    ...onAccount,
    take: async ({ app, caller, params, dropSession }) => {
      const { isCurrent } = await perform(app, endSession, caller, { id: params.id })
      if (!isCurrent) return toAccount
      dropSession()
      return { to: "/" }
    },
  },
  {
    path: "/account/sessions/end-others",
    ...onAccount,
    take: async ({ app, caller }) => {
      await perform(app, endOtherSessions, caller, {})
      return toAccount
    },
  },
  {
    path: "/account/erase",
    ...onAccount,
    take: async ({ app, caller, fields, dropSession }) => {
      await perform(app, eraseAccount, caller, { email: fields.email })
      dropSession()
      return { to: "/" }
    },
  },
  {
    path: "/account/passkeys/options",
    needs: "person",
    take: async ({ app, caller }) => ({ json: (await perform(app, offerPasskey, caller, {})).options }),
  },
  {
    path: "/account/passkeys",
    ...onAccount,
    take: async ({ app, caller, fields }) => {
      await perform(app, addPasskey, caller, { name: fields.passkey_name, response: fields.response })
      return toAccount
    },
  },
  {
    path: "/account/passkeys/rename",
    ...onAccount,
    take: async ({ app, caller, fields }) => {
      await perform(app, renamePasskey, caller, { id: fields.id, name: fields.passkey_name })
      return toAccount
    },
  },
  {
    path: "/account/passkeys/remove",
    ...onAccount,
    take: async ({ app, caller, fields }) => {
      await perform(app, removePasskey, caller, { id: fields.id })
      return toAccount
    },
  },
]
