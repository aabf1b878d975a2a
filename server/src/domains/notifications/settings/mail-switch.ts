import type { Outside } from "#access/context.ts"
import { notFound } from "#kernel/error.ts"
import { isFixed, kindNames, type NotificationKind } from "../kinds.ts"

type Signing = Pick<Outside, "addresses" | "keyring">

export interface MailSwitch {
  accountId: string
  kind: NotificationKind
}

/** The address that stops one kind of mail for one account. A person who has the mail can do nothing else with it. */
export function mailOffUrl({ addresses, keyring }: Signing, accountId: string, kind: NotificationKind): string {
  return `${addresses.base}/unsubscribe/${accountId}.${kind}.${keyring.mac("mail-off", `${accountId}:${kind}`)}`
}

/** Throws `not_found` when this service did not sign the address. */
export function readMailSwitch({ keyring }: Pick<Outside, "keyring">, token: string): MailSwitch {
  const [, accountId = "", name = "", mac = ""] = /^(\w{1,64})\.([a-z-]{1,32})\.([\w-]{43})$/.exec(token) ?? []
  const kind = kindNames.find((kind) => kind === name && !isFixed(kind, "mail"))
  if (kind === undefined || !keyring.verify("mail-off", `${accountId}:${kind}`, mac)) throw noSuchSwitch()
  return { accountId, kind }
}

const noSuchSwitch = () => notFound("This unsubscribe link is invalid.", "Sign in and open your notification settings.")
