import type { Outside } from "#access/context.ts"

type Cx = Pick<Outside, "keyring" | "addresses">

export function invitationUrl({ keyring, addresses }: Cx, invitationId: string): string {
  return `${addresses.base}/invitations/${invitationId}.${keyring.mac("invitation-link", invitationId)}`
}

/** Undefined when the MAC is not ours. */
export function invitationIdIn({ keyring }: Pick<Cx, "keyring">, token: string): string | undefined {
  const [invitationId = "", mac = ""] = token.split(".")
  return keyring.verify("invitation-link", invitationId, mac) ? invitationId : undefined
}
