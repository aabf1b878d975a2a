import { createSocket } from "node:dgram"
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import type { TestContext } from "node:test"
import { type Answer as DnsRecord, decode, encode, type Packet, TRUNCATED_RESPONSE } from "dns-packet"
import { openDns } from "#adapters/dns/resolver.ts"

export type RecordType = "TXT" | "A" | "AAAA" | "CNAME"
export type Failure = "NXDOMAIN" | "NODATA" | "SERVFAIL" | "REFUSED" | "silence"
/** Records as texts, where a TXT record of several chunks is an array of them; or the kind of failure. */
export type Reply = readonly (string | readonly string[])[] | Failure

export interface DnsServer {
  /** `127.0.0.1:port`, in the form of `SVC_DNS_SERVERS` and `openDns`. */
  address: string
  /** Every query so far, such as `TXT example.com`. */
  questions: string[]
  /** Sets the replies to a query, in turn; the last one is repeated. Any other query gets NXDOMAIN. */
  answer(type: RecordType, name: string, ...replies: Reply[]): void
}

const codes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 }
const maxUdpBytes = 1_200

/** A resolver that asks a name server of its own. `advance` moves the resolver's clock. */
export async function resolverWithServer(t: TestContext) {
  const server = await dnsServer(t)
  let time = 0
  const dns = openDns([server.address], () => time)
  return { server, dns, advance: (ms: number) => (time += ms) }
}

/** A name server on this machine, over UDP and, for long responses, TCP; closed after the test. */
export async function dnsServer(t: TestContext): Promise<DnsServer> {
  const zone = new Map<string, Reply[]>()
  const questions: string[] = []
  const respond = (query: Buffer): Buffer | undefined => {
    const packet = decode(query)
    const [question] = packet.questions ?? []
    if (!question) return undefined
    const name = `${question.type} ${question.name.toLowerCase()}`
    questions.push(name)
    const replies = zone.get(name) ?? ["NXDOMAIN"]
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? "NXDOMAIN"
    return reply === "silence" ? undefined : encode(toPacket(packet, reply))
  }
  const port = await listen(t, respond)
  return {
    address: `127.0.0.1:${port}`,
    questions,
    answer: (type, name, ...replies) => zone.set(`${type} ${name.toLowerCase()}`, replies),
  }
}

function toPacket(query: Packet, reply: Exclude<Reply, "silence">): Packet {
  const [question] = query.questions ?? []
  const records = typeof reply === "string" ? [] : reply
  const code = typeof reply !== "string" || reply === "NODATA" ? "NOERROR" : reply
  return {
    type: "response",
    id: query.id ?? 0,
    flags: codes[code],
    questions: query.questions ?? [],
    answers: records.map(
      (data) => ({ type: question?.type, name: question?.name, ttl: 60, data }) as unknown as DnsRecord,
    ),
  }
}

/** Serves both transports on one free port and returns it. */
async function listen(t: TestContext, respond: (query: Buffer) => Buffer | undefined): Promise<number> {
  const tcp = createServer((socket) => converse(socket, respond)).listen(0, "127.0.0.1")
  await once(tcp, "listening")
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket("udp4").bind(port, "127.0.0.1")
  udp.on("message", (query, peer) => {
    const reply = respond(query)
    if (reply) udp.send(reply.length > maxUdpBytes ? truncated(query) : reply, peer.port, peer.address)
  })
  await once(udp, "listening")
  t.after(() => {
    udp.close()
    tcp.close()
  })
  return port
}

/** Sets the truncation bit, so that the client retries over TCP. */
function truncated(query: Buffer): Buffer {
  const { id, questions } = decode(query)
  return encode({ type: "response", id: id ?? 0, flags: TRUNCATED_RESPONSE, questions: questions ?? [] })
}

/** TCP sends the length, in two bytes, before each message (RFC 1035 section 4.2.2). */
function converse(socket: Socket, respond: (query: Buffer) => Buffer | undefined): void {
  let received = Buffer.alloc(0)
  socket.on("error", () => {})
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk as Buffer])
    if (received.length < 2 || received.length < 2 + received.readUInt16BE()) return
    const reply = respond(received.subarray(2, 2 + received.readUInt16BE()))
    received = Buffer.alloc(0)
    if (!reply) return
    const length = Buffer.alloc(2)
    length.writeUInt16BE(reply.length)
    socket.end(Buffer.concat([length, reply]))
  })
}
