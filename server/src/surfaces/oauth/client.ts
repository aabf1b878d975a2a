import type { Settings } from "#config/settings.ts"

/** The one client that is registered: public, without a secret (RFC 6749 §2.1). */
export interface Client {
  readonly id: string
  readonly name: string
  /** Https callbacks, compared letter for letter. */
  readonly callbacks: readonly string[]
}

export function clientOf({ oauthClientId, oauthClientName, oauthCallbacks }: Settings): Client {
  return { id: oauthClientId, name: oauthClientName, callbacks: oauthCallbacks }
}

/** RFC 8252 §7.3: "MUST allow any port […] for loopback IP redirect URIs". No URL parser normalises the text first. */
const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::([1-9]\d{0,4}))?\/callback$/

export function isRegisteredRedirect({ callbacks }: Client, uri: string): boolean {
  // RFC 9700 §2.1: "authorization servers MUST utilize exact string matching except for port numbers in localhost
  // redirection URIs of native apps".
  if (callbacks.includes(uri)) return true
  const match = loopback.exec(uri)
  return match !== null && Number(match[1] ?? 80) <= 65_535
}
