import type { Addresses } from "#kernel/addresses.ts"

/** The address of the protected-resource metadata, which challenges contain (RFC 9728 §5.1). */
export function resourceMetadataUrl({ mcp }: Pick<Addresses, "mcp">): string {
  return `${new URL(mcp).origin}${wellKnown.resource}`
}

/** With this query in its address, the tool server answers 401 to every request without a token. */
export const signInFirst = "?auth=required"

export function isSignInFirst({ query }: { query: unknown }): boolean {
  return (query as { auth?: unknown }).auth === "required"
}

const wellKnown = {
  server: "/.well-known/oauth-authorization-server",
  resource: "/.well-known/oauth-protected-resource",
} as const

/**
 * The paths of a document on its own host. RFC 8414 §3.1 and RFC 9728 §3.1: the well-known part is inserted between the
 * host and the path of the identifier. The server's is also below its own address, the resource's also at the root.
 */
export function metadataPaths({ auth, mcp }: Pick<Addresses, "auth" | "mcp">): {
  server: string[]
  resource: string[]
} {
  const authPath = pathOf(auth)
  return {
    server: unique([`${wellKnown.server}${authPath}`, `${authPath}${wellKnown.server}`]),
    resource: unique([wellKnown.resource, `${wellKnown.resource}${pathOf(mcp)}`]),
  }
}

export function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/$/, "")
}

const unique = (paths: string[]) => [...new Set(paths)]
