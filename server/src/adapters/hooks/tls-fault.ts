import { HandshakeFault } from "../http-fetch/request-fault.ts"
import type { TlsFault } from "./port.ts"

/** Maps the messages of Node.js and OpenSSL to faults. The first match counts. */
const faults: readonly [words: RegExp, fault: TlsFault][] = [
  [/^depth zero self signed cert/, "self_signed"],
  [/^cert has expired/, "expired"],
  [/^cert not yet valid/, "not_yet_valid"],
  [/^err tls cert altname/, "wrong_name"],
  [/^(self signed cert in chain|unable to get issuer cert)/, "unknown_issuer"],
  [/^unable to verify leaf signature/, "incomplete_chain"],
  [/wrong version number|packet length too long|http request/, "plain_http"],
  [/unsupported protocol|alert protocol version/, "old_tls"],
  [/^(econnreset|epipe)/, "handshake_cut"],
  [/^(err ssl|eproto)/, "handshake_refused"],
  [/./, "bad_certificate"],
]

/** Undefined for a fault that has nothing to do with TLS. */
export function tlsFaultOf(error: unknown): TlsFault | undefined {
  const words = wordsOf(error instanceof HandshakeFault ? error.cause : error)
  // A receiver that speaks TLS 1.3 refuses a client without a certificate after the handshake.
  if (!(error instanceof HandshakeFault) && !/^err ssl .*alert/.test(words)) return undefined
  return faults.find(([pattern]) => pattern.test(words))?.[1]
}

/** OpenSSL's reason is in the code of some faults, and only in the message of others. */
function wordsOf(error: unknown): string {
  const { code = "", message = "" } = error as { code?: string; message?: string }
  return `${code} ${message}`.replaceAll("_", " ").toLowerCase()
}
