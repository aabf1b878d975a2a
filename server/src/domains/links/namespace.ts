import type { Addresses } from "#kernel/addresses.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

export const sharedNamespace = "shared"

/**
 * The namespace of a workspace's links on its own domain. It contains the workspace: if the domain changes hands, the
 * old owner's links stop working, and work again if the domain comes back.
 */
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
