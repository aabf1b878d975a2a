import { once } from "node:events"
import WebSocket from "ws"
import { schemaNumber } from "#contract/docs/doc-format.ts"
import type { SocketRequest } from "../docs/doc-editor.ts"

/** A socket that sends arbitrary bytes. */
export interface RawSocket {
  readonly ws: WebSocket
  send(bytes: Uint8Array | string): void
  /** The close code of the service, once it has closed the socket. */
  readonly closed: Promise<number>
  /** All messages so far. */
  readonly received: Buffer[]
}

/** Opens a socket and waits until it is open. */
export async function openRaw({ url, headers }: SocketRequest): Promise<RawSocket> {
  const ws = new WebSocket(url, { headers })
  const received: Buffer[] = []
  ws.on("message", (data: Buffer) => received.push(data))
  ws.on("error", () => {}) // its close event reports it
  const closed = once(ws, "close").then(([code]) => code as number)
  await once(ws, "open")
  return { ws, send: (bytes) => ws.send(bytes), closed, received }
}

/** The HTTP status of a refused socket. */
export async function refusalOf({ url, headers }: SocketRequest): Promise<number> {
  const ws = new WebSocket(url, { headers })
  ws.on("error", () => {})
  const [, response] = await once(ws, "unexpected-response")
  ws.terminate()
  return response.statusCode as number
}

const number = (value: number): number[] =>
  value < 128 ? [value] : [128 + (value % 128), ...number(Math.floor(value / 128))]

/** Bytes with their length before them, as lib0 writes them. */
export const part = (bytes: Uint8Array | string): Buffer => {
  const whole = Buffer.from(bytes)
  return Buffer.concat([Buffer.from(number(whole.length)), whole])
}

/** A message about a doc: its kind, and its content. */
export const frame = (docId: string, kinds: readonly number[], ...parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([part(docId), Buffer.from(kinds), ...parts])

/** An editor's messages. */
export const frames = {
  open: (docId: string, token: object = { schema: schemaNumber }) => frame(docId, [2, 0], part(JSON.stringify(token))),
  write: (docId: string, update: Uint8Array) => frame(docId, [0, 2], part(update)),
  /** Says that the service lacks nothing. */
  answer: (docId: string) => frame(docId, [0, 1], part(Uint8Array.of(0, 0))),
  ask: (docId: string) => frame(docId, [0, 0], part(Uint8Array.of(0))),
  show: (docId: string, states: readonly (readonly [client: number, clock: number, state: unknown])[]) => {
    const entries = states.map(([client, clock, state]) =>
      Buffer.concat([Buffer.from([...number(client), ...number(clock)]), part(JSON.stringify(state))]),
    )
    return frame(docId, [1], part(Buffer.concat([Buffer.from(number(states.length)), ...entries])))
  },
  leave: (docId: string) => frame(docId, [7]),
}
