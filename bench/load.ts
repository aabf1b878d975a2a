import { connect, type Socket } from "node:net"
import { performance } from "node:perf_hooks"

/** The raw bytes of one GET, or of a POST when there is a body. Built once, so that the load generator costs little. */
export function requestBytes(url: string, headers: Record<string, string> = {}, body?: string): Buffer {
  const { host, pathname, search } = new URL(url)
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }
  const lines = Object.entries({ Host: host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  const method = body === undefined ? "GET" : "POST"
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`)
}

/** The time that the compiler needs, on a slow machine, to optimize the code of a request. */
export const warmUpSeconds = 8

export interface LoadResult {
  requestsPerSecond: number
  requests: number
}

/**
 * Sends the next request as soon as a response is complete, on `connections` sockets, for `seconds`. Every response
 * must be a 200 or a 302. By default `request` is a GET of the address. `next` returns each request.
 */
export async function saturate(
  url: string,
  { connections = 32, seconds = 2, request = requestBytes(url), next = () => request } = {},
): Promise<LoadResult> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openClient(url)))
  let requests = 0
  const start = performance.now()
  const end = start + seconds * 1_000
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        await client.ask(next())
        requests += 1
      }
    }),
  )
  const elapsed = performance.now() - start
  for (const client of clients) client.close()
  return { requests, requestsPerSecond: (requests / elapsed) * 1_000 }
}

/**
 * Sends requests at a fixed rate, independent of responses (an open loop). Returns each latency in milliseconds,
 * counted from when the request was due, so that a stall counts for every request that it delayed.
 */
export async function atRate(url: string, perSecond: number, seconds: number): Promise<number[]> {
  const request = requestBytes(url)
  const idle = await Promise.all(Array.from({ length: 16 }, () => openClient(url)))
  const latencies: number[] = []
  const pending: Promise<void>[] = []
  const start = performance.now()
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = start + (n * 1_000) / perSecond
    const waitMs = due - performance.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    const client = nextOpen(idle) ?? (await openClient(url))
    pending.push(
      client.ask(request).then(() => {
        latencies.push(performance.now() - due)
        idle.push(client)
      }),
    )
  }
  await Promise.all(pending)
  for (const client of idle) client.close()
  return latencies
}

/** The last open client. A service closes connections that were idle for long. */
export function nextOpen(idle: LoadClient[]): LoadClient | undefined {
  for (let client = idle.pop(); client; client = idle.pop()) if (client.isOpen) return client
  return undefined
}

/** The p-th percentile (0 to 1) of the values. */
export function percentile(values: number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN
}

export const median = (values: number[]) => percentile(values, 0.5)

/**
 * Runs several turns and returns the median of each figure. Compared figures are measured in the same turn, so that
 * other load on the machine affects all of them.
 */
export async function mediansOf<Turn extends { [Name in keyof Turn]: number }>(
  rounds: number,
  takeTurn: (round: number) => Promise<Turn>,
): Promise<Turn> {
  const turns: Turn[] = []
  for (let round = 0; round < rounds; round += 1) turns.push(await takeTurn(round))
  const names = Object.keys(turns[0] ?? {}) as (keyof Turn)[]
  return Object.fromEntries(names.map((name) => [name, median(turns.map((turn) => turn[name]))])) as Turn
}

export interface LoadClient {
  readonly isOpen: boolean
  ask(request: Buffer): Promise<void>
  close(): void
}

/** Opens a socket for one request at a time. */
export async function openClient(url: string): Promise<LoadClient> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject))
  const answers = readAnswers(socket)
  return {
    get isOpen() {
      return socket.readyState === "open"
    },
    ask: (request) => {
      socket.write(request)
      return answers.next()
    },
    close: () => socket.destroy(),
  }
}

/** A response is complete when all of its Content-Length, or its last chunk, has arrived. */
function readAnswers(socket: Socket): { next(): Promise<void> } {
  let missing = 0
  let head: Buffer = Buffer.alloc(0)
  let done: (() => void) | undefined
  let fail: ((error: Error) => void) | undefined

  /** The missing bytes of the body after the headers; undefined for incomplete headers, or without success. */
  function readHead(chunk: Buffer): number | undefined {
    head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
    const end = head.indexOf("\r\n\r\n")
    if (end === -1) return undefined
    const text = head.toString("latin1", 0, end)
    const body = head.subarray(end + 4)
    head = Buffer.alloc(0)
    if (/^HTTP\/1\.1 (200|302) /.test(text)) return missingAfter(text, body)
    fail?.(new Error(`Answered ${text.slice(0, 200)}`))
    return undefined
  }

  socket.on("error", (error) => fail?.(error))
  socket.on("close", () => fail?.(new Error("The connection ended before the answer.")))
  socket.on("data", (chunk: Buffer) => {
    if (missing === 0) missing = readHead(chunk) ?? Number.NaN
    else if (missing === Number.POSITIVE_INFINITY) missing = untilLastChunk(chunk)
    else missing -= chunk.length
    if (Number.isNaN(missing)) {
      missing = 0
    } else if (missing <= 0) {
      missing = 0
      done?.()
    }
  })
  return {
    next: () =>
      new Promise((resolve, reject) => {
        done = resolve
        fail = reject
      }),
  }
}

function missingAfter(head: string, body: Buffer): number {
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  return length === undefined ? untilLastChunk(body) : Number(length) - body.length
}

/** 0 after the last chunk. Before it, the missing length is unknown. */
function untilLastChunk(bytes: Buffer): number {
  return bytes.subarray(-5).equals(lastChunk) ? 0 : Number.POSITIVE_INFINITY
}

const lastChunk = Buffer.from("0\r\n\r\n")
