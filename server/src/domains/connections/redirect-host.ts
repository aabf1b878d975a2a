/** Where an app is sent back to, as a person reads it. `isLoopback`: to a program on their own computer. */
export function redirectHost(redirectUri: string): { host: string; isLoopback: boolean } {
  const { host, hostname, protocol } = new URL(redirectUri)
  return { host, isLoopback: protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1") }
}
