import { loopbackPort } from "#kernel/loopback-port.ts"

/** The host of a redirect address, for people, or its own scheme. `isLocal`: the app runs on their own computer. */
export function redirectHost(redirectUri: string): { host: string; isLocal: boolean } {
  const { host, protocol } = new URL(redirectUri)
  if (protocol === "https:" || protocol === "http:") return { host, isLocal: loopbackPort.test(redirectUri) }
  return { host: host === "" ? protocol : `${protocol}//${host}`, isLocal: true }
}

/** The host, for grouping. Programs on the person's computer change ports. */
export function steadyHost(redirectUri: string): string {
  return loopbackPort.test(redirectUri) ? "localhost" : redirectHost(redirectUri).host
}

export function appOf({ client_id, redirect_uri }: { client_id: string; redirect_uri: string }): string {
  return `${client_id} ${steadyHost(redirect_uri)}`
}
