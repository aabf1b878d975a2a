import { shownHostname } from "#domains/workspaces/index.ts"
import type { Addresses } from "#kernel/addresses.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

export const sharedNamespace = "shared"

/** It contains the workspace: if the domain changes hands, the old owner's links stop working until it comes back. */
export function domainNamespace(workspaceId: WorkspaceId, hostname: string): string {
  return `${workspaceId}/${hostname}`
}

/** The domain of a namespace as people read it; null for the shared short host. */
export function shownDomain(namespace: string): string | null {
  return namespace === sharedNamespace ? null : shownHostname(namespace.slice(namespace.indexOf("/") + 1))
}

/** A link's address, with the domain and the slug in their own scripts. */
export function shortUrl(addresses: Addresses, { namespace, slug }: { namespace: string; slug: string }): string {
  const domain = shownDomain(namespace)
  return `${domain === null ? addresses.short : `https://${domain}`}/${slug}`
}
