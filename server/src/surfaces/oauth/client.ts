import type { Settings } from "#config/settings.ts"
import { loopbackPort, withoutLoopbackPort } from "#kernel/loopback-port.ts"

/** The one client that is registered: public, without a secret (RFC 6749 §2.1). */
export interface Client {
  readonly id: string
  readonly name: string
  /** Compared letter for letter, except for the port of a loopback address, which they lack. */
  readonly callbacks: ReadonlySet<string>
}

const always = ["http://localhost/callback", "http://127.0.0.1/callback"]

export function clientOf({ oauthClientId, oauthClientName, oauthCallbacks }: Settings): Client {
  const callbacks = new Set([...always, ...oauthCallbacks].flatMap((callback) => withoutLoopbackPort(callback) ?? []))
  return { id: oauthClientId, name: oauthClientName, callbacks }
}

/**
 * RFC 9700 §2.1: "authorization servers MUST utilize exact string matching except for port numbers in localhost
 * redirection URIs of native apps".
 */
export function isRegisteredRedirect({ callbacks }: Client, uri: string): boolean {
  return callbacks.has(withoutLoopbackPort(uri) ?? "")
}

export function acceptedRedirects({ callbacks }: Client): string[] {
  return [...callbacks].map((callback) => callback.replace(loopbackPort, "$1:<port>"))
}
