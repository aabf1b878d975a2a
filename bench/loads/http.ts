import { once } from "node:events"
import { connect, type Socket } from "node:net"
import type { Measured } from "../case.ts"
import type { RunningService } from "./servers.ts"
import { inParallel, rateOf, withCpu } from "./turns.ts"

/** The raw bytes of one GET, or of a POST when there is a body. Built once, so that the load generator costs little. */
export function requestBytes(url: string, headers: Record<string, string> = {}, body?: string): Buffer {
  const { host, pathname, search } = new URL(url)
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }
  const lines = Object.entries({ Host: host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  const method = body === undefined ? "GET" : "POST"
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`)
}

export const mcpHeaders = (token?: string): Record<string, string> => ({
  ...{ "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
  ...{ "MCP-Protocol-Version": "2025-06-18", ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
})

export const toolCall = (name: string, input: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } })

type Served = Pick<RunningService, "url" | "cpuMicroseconds">

/**
 * Returns a load: it sends the next request as soon as a response is complete, on each of `connections` sockets. Every
 * response must be a 200 or a 302. `cpu` is the server's processor time for a request, in microseconds.
 */
export function saturate(server: Served, request: Buffer | (() => Buffer), connections = 32) {
  return async (ms: number): Promise<Measured> => {
    const clients = await inParallel(connections, () => openClient(server.url))
    const next = typeof request === "function" ? request : () => request
    const load = () => rateOf(ms, connections, async (at) => clients[at]?.ask(next()))
    const { rate, count, cpu } = await withCpu(server, load)
    for (const { socket } of clients) socket.destroy()
    return { rate, count, cpu: cpu / count }
  }
}

/** Asks over an idle connection or a new one. A service closes connections that were idle for long. */
export async function openClientPool(url: string, connections = 16) {
  const idle = await inParallel(connections, () => openClient(url))
  const ask = async (request: Buffer): Promise<void> => {
    const client = idle.pop() ?? (await openClient(url))
    if (client.socket.readyState !== "open") return ask(request)
    await client.ask(request)
    idle.push(client)
  }
  return { ask, close: () => idle.map(({ socket }) => socket.destroy()) }
}

/** Opens a socket for one request at a time. The head of each response must be as expected. */
export async function openClient(url: string, expected = /^HTTP\/1\.1 (200|302) /) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, "connect")
  let answer = Promise.withResolvers<void>()
  answer.promise.catch(() => {}) // the socket may close before the first request
  const settle = (fault?: Error) => (fault ? answer.reject(fault) : answer.resolve())
  socket.on("error", settle).on("close", () => settle(new Error("The connection ended before the answer.")))
  readAnswers(socket, expected, settle)
  const ask = (request: Buffer) => {
    answer = Promise.withResolvers()
    socket.write(request)
    return answer.promise
  }
  return { socket, ask }
}

/** Settles after all bytes of the response's Content-Length, or after its last chunk. */
function readAnswers(socket: Socket, expected: RegExp, settle: (fault?: Error) => void): void {
  const lastChunk = Buffer.from("0\r\n\r\n")
  let head: Buffer | undefined
  /** The missing bytes of the body: infinite before the last chunk, and 0 while a head is read. */
  let missing = 0
  const readHead = (chunk: Buffer) => {
    const bytes = head ? Buffer.concat([head, chunk]) : chunk
    const end = bytes.indexOf("\r\n\r\n")
    head = end === -1 ? bytes : undefined
    if (end === -1) return
    const text = bytes.toString("latin1", 0, end)
    if (!expected.test(text)) return settle(new Error(`Answered ${text.slice(0, 200)}`))
    readBody(bytes.subarray(end + 4), Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Infinity))
  }
  const readBody = (chunk: Buffer, wanted: number) => {
    missing = wanted === Infinity && chunk.subarray(-5).equals(lastChunk) ? 0 : wanted - chunk.length
    if (missing === 0) settle()
  }
  socket.on("data", (chunk: Buffer) => (missing === 0 ? readHead(chunk) : readBody(chunk, missing)))
}
