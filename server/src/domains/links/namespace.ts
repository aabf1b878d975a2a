import type { Addresses } from "#kernel/addresses.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

export const sharedNamespace = "shared"

/** It contains the workspace: if the domain changes hands, the old owner's links stop working until it comes back. */
export function domainNamespace(workspaceId: WorkspaceId, hostname: string): string {
  return `${workspaceId}/${hostname}`
}

/** The hostname of a namespace; null for the shared short host. */
export function hostnameOf(namespace: string): string | null {
  return namespace === sharedNamespace ? null : namespace.slice(namespace.indexOf("/") + 1)
}

export function shortUrl(addresses: Addresses, { namespace, slug }: { namespace: string; slug: string }): string {
  const hostname = hostnameOf(namespace)
  return `${hostname === null ? addresses.short : `https://${hostname}`}/${slug}`
}
