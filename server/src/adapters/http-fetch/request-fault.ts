/** Why a request failed, for the log and for choosing a message. It is not shown to users. */
export class RequestFault extends Error {
  readonly reason: "address" | "unreachable" | "too large" | "silent"

  constructor(reason: RequestFault["reason"], cause?: unknown) {
    super(`The request failed: ${reason}.`, { cause })
    this.name = "RequestFault"
    this.reason = reason
  }
}

/** A cause of a `RequestFault`: the connection was made, and its TLS handshake failed. */
export class HandshakeFault extends Error {
  override readonly name = "HandshakeFault"
}

export interface PeerWatch {
  readonly signal: AbortSignal
  isSilent: boolean
  faultOf(error: unknown): unknown
}

export function watchPeer(asked: AbortSignal, totalMs: number): PeerWatch {
  const deadline = AbortSignal.timeout(totalMs)
  return {
    signal: AbortSignal.any([asked, deadline]),
    isSilent: false,
    faultOf(error) {
      if (asked.aborted) return asked.reason
      if (error instanceof RequestFault) return error
      return new RequestFault(this.isSilent || deadline.aborted ? "silent" : "unreachable", error)
    },
  }
}
