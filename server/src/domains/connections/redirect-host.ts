/** Where an app is sent back to, as a person reads it. `isLoopback`: to a program on their own computer. */
export function redirectHost(redirectUri: string): { host: string; isLoopback: boolean } {
  const { host, hostname, protocol } = new URL(redirectUri)
  return { host, isLoopback: protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1") }
}

/**
 * Names the app that a grant is of, for grouping: the client and where its answers go. Programs on the person's own
 * computer listen on another port each time, so all of them are one.
 */
export function appOf({ client_id, redirect_uri }: { client_id: string; redirect_uri: string }): string {
  const { host, isLoopback } = redirectHost(redirect_uri)
  return `${client_id} ${isLoopback ? "localhost" : host}`
}
