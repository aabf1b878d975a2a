import { parseConnectionUrl } from "nodemailer/lib/shared"
import type SMTPConnection from "nodemailer/lib/smtp-connection"

export interface SmtpAddress {
  readonly options: SMTPConnection.Options & { readonly host: string; readonly port: number }
  readonly auth: SMTPConnection.AuthenticationType | undefined
  /** The most connections, of each of both pools. */
  readonly mostConnections: number
}

const usualConnections = 4

/** Whether a host is this machine, so that no network can read the connection. An IPv6 address has no brackets. */
export const isHere = (host: string): boolean => ["localhost", "127.0.0.1", "::1"].includes(host)

/**
 * Reads `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. The library's options follow as a
 * query. With a password TLS is required. A server on this machine needs neither TLS nor a known certificate.
 */
export function readSmtpAddress(url: string, name: string): SmtpAddress {
  const { host = "localhost", auth, secure: isSecure = false, tls, ...rest } = parseConnectionUrl(url)
  const { port = isSecure ? 465 : 587, maxConnections, authMethod, ...given } = rest
  const secure = isSecure || port === 465 // RFC 8314 section 3.3
  const options = {
    ...{ name, requireTLS: !!auth?.pass && !isHere(host), ...given, host, port, secure },
    tls: { ...(isHere(host) && { rejectUnauthorized: false }), ...tls },
  }
  return {
    options,
    auth: auth && { ...auth, ...(typeof authMethod === "string" && { method: authMethod }) },
    mostConnections: typeof maxConnections === "number" ? Math.max(1, maxConnections) : usualConnections,
  }
}
