/** The host of a redirect address, for people. `isLoopback`: the app runs on their own computer. */
export function redirectHost(redirectUri: string): { host: string; isLoopback: boolean } {
  const { host, hostname, protocol } = new URL(redirectUri)
  return { host, isLoopback: protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1") }
}

/**
 * The app of a grant, for grouping: the client and its redirect host. Programs on the person's own computer use
 * changing ports, so they count as one.
 */
export function appOf({ client_id, redirect_uri }: { client_id: string; redirect_uri: string }): string {
  const { host, isLoopback } = redirectHost(redirect_uri)
  return `${client_id} ${isLoopback ? "localhost" : host}`
}
