import type { Addresses } from "#kernel/addresses.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** The namespace of the shared short host. */
export const sharedNamespace = "shared"

/**
 * The namespace of a workspace on a domain of its own. It names the workspace, too: when a domain changes hands, the
 * links of the workspace that had it before do not come along, and are there again when it comes back.
 */
export function domainNamespace(workspaceId: WorkspaceId, hostname: string): string {
  return `${workspaceId}/${hostname}`
}

/** The hostname of a namespace; null for the shared short host. */
export function hostnameOf(namespace: string): string | null {
  return namespace === sharedNamespace ? null : namespace.slice(namespace.indexOf("/") + 1)
}

/** The address that people follow. */
export function shortUrl(addresses: Addresses, { namespace, slug }: { namespace: string; slug: string }): string {
  const hostname = hostnameOf(namespace)
  return `${hostname === null ? addresses.short : `https://${hostname}`}/${slug}`
}
