import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { ServiceError } from "#kernel/error.ts"
import { refusalBytes } from "./raw-refusal.ts"

/** The response on a connection whose bytes Node's parser refused, so that there is no request to reply to. */
const faults: Record<string, { status: number; message: string; hint?: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: "The request’s headers are too large.",
    hint: "Send at most 16 KiB: shorten the URL or send fewer cookies.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message: "The request took too long to arrive.",
    hint: "Try again on a faster connection.",
  },
}

const noProxy: (typeof faults)[string] = {
  status: 405,
  message: "The method CONNECT is not supported.",
}
const malformed: (typeof faults)[string] = {
  status: 400,
  message: "The request is not well-formed HTTP.",
}

export function parserFault(code: keyof typeof faults): ServiceError {
  return toRefusal(faults[code] ?? malformed)
}

function toRefusal({ status, message, hint }: (typeof faults)[string]): ServiceError {
  const detail = { status, ...(hint !== undefined && { hint }) }
  return new ServiceError("invalid_request", message, detail)
}

/** Answers a request that Node's parser refused with the usual envelope, and closes the connection. */
export function parserFaultAnswerer(headersFor: (address: string | undefined) => Promise<Record<string, string>>) {
  return async (error: NodeJS.ErrnoException, socket: Socket): Promise<void> => {
    if (error.code === "ECONNRESET" || isAnswering(socket)) {
      socket.destroy()
      return
    }
    const fault = (error.code && faults[error.code]) || malformed
    const headers = await headersFor(socket.remoteAddress)
    if (!isAnswering(socket)) socket.end(refusalBytes(toRefusal(fault), headers))
    socket.destroySoon()
  }
}

/** Refuses CONNECT with a response. Node would close the connection without one. */
export function connectRefuser(headersFor: (address: string | undefined) => Promise<Record<string, string>>) {
  return async (_request: unknown, socket: Duplex & { remoteAddress?: string }): Promise<void> => {
    socket.on("error", () => socket.destroy())
    const headers = await headersFor(socket.remoteAddress)
    socket.end(refusalBytes(toRefusal(noProxy), { ...headers, allow: "GET, HEAD, POST, OPTIONS" }))
  }
}

/** Whether the connection is closed, or still sends the response to an earlier request. */
function isAnswering(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return !socket.writable || socket._httpMessage?.headersSent === true
}
