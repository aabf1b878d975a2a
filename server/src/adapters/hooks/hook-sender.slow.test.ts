import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { test } from "node:test"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { hookReceiver } from "#test/support/stand-ins/hook-receiver.ts"
import { openHooks } from "./hook-sender.ts"

const now = Date.UTC(2026, 10, 20, 12)
const body = `{"id":"evt_1","type":"webhook.test","subject":"a"}`
const post = (url: string) => ({ url, body, headers: { "content-type": "application/json" } })

const hostile: [
  name: string,
  answer: (response: ServerResponse) => void,
  status: number | null,
  fault: string | null,
][] = [
  ["hangs", () => {}, null, "silent"],
  ["sends half a head", (response) => void response.socket?.write("HTTP/1.1 200 OK\r\ncontent-le"), null, "silent"],
  ["sends garbage", (response) => void response.socket?.end("hello\r\n\r\n"), null, "unreachable"],
  ["cuts the line", (response) => void response.destroy(), null, "unreachable"],
  ["trickles", (response) => trickle(response), 200, null],
  ["sends 64 MB", (response) => flood(response), 200, null],
  ["says 64 MB", (response) => void response.writeHead(200, { "content-length": "64000000" }).write("x"), 200, null],
]

/** Made beforehand: filling 64 MB takes a slow machine longer than the request may. */
const megabyte = Buffer.alloc(1_000_000, "x")

function flood(response: ServerResponse): void {
  response.writeHead(200)
  for (let sent = 0; sent < 64; sent += 1) response.write(megabyte)
  response.end()
}

function trickle(response: ServerResponse): void {
  response.writeHead(200)
  const timer = setInterval(() => response.write("x"), 20)
  response.on("close", () => clearInterval(timer))
}

test("a hostile receiver costs the sender at most its time limit and 16 kB", async (t) => {
  const ports = new Set<number>()
  const isAllowed = (_: string, port: number) => ports.has(port)
  // Enough for the head of a response, also on a busy machine.
  const hooks = openHooks({ hosts: "any", isAllowed, now: () => now, totalMs: 3_000 })
  t.after(() => hooks.close())
  const meet = async ([name, answer, expected, fault]: (typeof hostile)[number]) => {
    const receiver = await hookReceiver(t)
    receiver.answer = answer
    ports.add(receiver.port)
    const began = performance.now()
    const got = await hooks.post(post(receiver.url))
    assert.deepEqual([got.status, got.fault], [expected, fault], name)
    assert.ok(got.text.length <= 1_000, name)
    assert.ok(performance.now() - began < 15_000, `${name}: the given limit counts, and not the usual one`)
  }
  await Promise.all(hostile.map(meet))
})

test("connecting may take longer than a connection idles", async (t) => {
  const names = await dnsServer(t)
  names.answer("A", "slow.example", ["127.0.0.1"])
  names.answer("AAAA", "slow.example", "silence")
  const receiver = await hookReceiver(t)
  const isAllowed = (_: string, port: number) => port === receiver.port
  const hooks = openHooks({ hosts: "any", dnsServers: [names.address], isAllowed, now: () => now })
  t.after(() => hooks.close())
  const closed = Promise.withResolvers<void>()
  receiver.answer = (response) => void response.end().socket?.on("close", () => closed.resolve())
  const began = performance.now()
  const got = await hooks.post(post(`http://slow.example:${receiver.port}/`))
  assert.ok(performance.now() - began > 2_000, "the look-up took longer")
  assert.deepEqual([got.status, got.fault], [200, null])
  await closed.promise
})
