import type { Outside } from "#access/context.ts"

type Cx = Pick<Outside, "keyring" | "addresses">

/** The address that an invitation's mail holds. */
export function invitationUrl({ keyring, addresses }: Cx, invitationId: string): string {
  return `${addresses.base}/invitations/${invitationId}.${keyring.mac("invitation-link", invitationId)}`
}

/** The invitation that the last part of such an address names, or undefined when we did not make it. */
export function invitationIdIn({ keyring }: Pick<Cx, "keyring">, token: string): string | undefined {
  const [invitationId = "", mac = ""] = token.split(".")
  return keyring.verify("invitation-link", invitationId, mac) ? invitationId : undefined
}
