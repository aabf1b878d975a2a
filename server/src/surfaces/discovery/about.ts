import type { Addresses } from "#kernel/addresses.ts"
import { metadataPaths } from "../transport/well-known.ts"

/** The address of the authorization server's metadata (RFC 8414). */
export function serverMetadataUrl(addresses: Pick<Addresses, "auth" | "mcp">): string {
  return `${new URL(addresses.auth).origin}${metadataPaths(addresses).server[0]}`
}

/** The service in one sentence, for readers who do not know it. */
export const oneSentence =
  "A workspace for creators and small teams: short links, docs, a shared drive, team availability, and file sales."

export function authGuideUrl({ base }: Pick<Addresses, "base">): string {
  return `${base}/auth.md`
}
