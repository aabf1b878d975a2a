/** The host of a redirect address, for people. `isLoopback`: the app runs on their own computer. */
export function redirectHost(redirectUri: string): { host: string; isLoopback: boolean } {
  const { host, hostname, protocol } = new URL(redirectUri)
  return { host, isLoopback: protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1") }
}

/** The client and its redirect host, for grouping. Programs on the person's computer change ports: all are one app. */
export function appOf({ client_id, redirect_uri }: { client_id: string; redirect_uri: string }): string {
  const { host, isLoopback } = redirectHost(redirect_uri)
  return `${client_id} ${isLoopback ? "localhost" : host}`
}
