import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { ServiceError } from "#kernel/error.ts"
import { envelopeOf } from "../error-envelope.ts"

/** The answer on a connection whose bytes Node's parser refused, so that there is no request to reply to. */
const faults: Record<string, { status: string; message: string; hint?: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    message: "The request's headers are too large.",
    hint: "Send less than 16 KiB of them; a shorter address or fewer cookies help.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    message: "The request took too long to arrive.",
    hint: "Send it again, on a faster connection.",
  },
}

const noProxy: (typeof faults)[string] = {
  status: "405 Method Not Allowed",
  message: "The method CONNECT does not exist here.",
}
const malformed: (typeof faults)[string] = {
  status: "400 Bad Request",
  message: "The request is not well-formed HTTP.",
}

/** The refusal of what Node's parser refuses by this code. */
export function parserFault(code: keyof typeof faults): ServiceError {
  return toRefusal(faults[code] ?? malformed)
}

function toRefusal({ status, message, hint }: (typeof faults)[string]): ServiceError {
  const detail = { status: Number.parseInt(status, 10), ...(hint !== undefined && { hint }) }
  return new ServiceError("invalid_request", message, detail)
}

/** Answers a request that Node's parser refused as every other refusal is answered, and closes the connection. */
export function parserFaultAnswerer(headersFor: (address: string | undefined) => Promise<Record<string, string>>) {
  return async (error: NodeJS.ErrnoException, socket: Socket): Promise<void> => {
    if (error.code === "ECONNRESET" || isAnswering(socket)) {
      socket.destroy()
      return
    }
    const fault = (error.code && faults[error.code]) || malformed
    const headers = await headersFor(socket.remoteAddress)
    if (!isAnswering(socket)) socket.end(responseOf(fault, headers))
    socket.destroySoon()
  }
}

/** Refuses CONNECT, which Node would answer by closing the connection without a word. */
export function connectRefuser(headersFor: (address: string | undefined) => Promise<Record<string, string>>) {
  return async (_request: unknown, socket: Duplex & { remoteAddress?: string }): Promise<void> => {
    socket.on("error", () => socket.destroy())
    const headers = await headersFor(socket.remoteAddress)
    socket.end(responseOf(noProxy, { ...headers, allow: "GET, HEAD, POST, OPTIONS" }))
  }
}

/**
 * Tells whether nothing can be written to the connection: it is closed, or still sends the answer to an earlier
 * request.
 */
function isAnswering(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return !socket.writable || socket._httpMessage?.headersSent === true
}

function responseOf(fault: (typeof faults)[string], headers: Record<string, string>): string {
  const body = JSON.stringify(envelopeOf(toRefusal(fault)))
  const all = {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "content-length": String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: "close",
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${fault.status}\r\n${lines.join("\r\n")}\r\n\r\n${body}`
}
