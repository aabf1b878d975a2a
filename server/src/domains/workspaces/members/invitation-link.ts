import type { Outside } from "#access/context.ts"

type Cx = Pick<Outside, "keyring" | "addresses">

/** The address in an invitation's mail. */
export function invitationUrl({ keyring, addresses }: Cx, invitationId: string): string {
  return `${addresses.base}/invitations/${invitationId}.${keyring.mac("invitation-link", invitationId)}`
}

/** The invitation id in the last part of such an address. Undefined when we did not make it. */
export function invitationIdIn({ keyring }: Pick<Cx, "keyring">, token: string): string | undefined {
  const [invitationId = "", mac = ""] = token.split(".")
  return keyring.verify("invitation-link", invitationId, mac) ? invitationId : undefined
}
