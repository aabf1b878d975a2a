import assert from "node:assert/strict"
import { test } from "node:test"
import { gzipSync } from "node:zlib"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { hookReceiver, status } from "#test/support/stand-ins/hook-receiver.ts"
import { openHooks } from "./hook-sender.ts"

const now = Date.UTC(2026, 10, 20, 12)
const body = `{"id":"evt_1","type":"webhook.test","subject":"a"}`
const post = (url: string) => ({ url, body, headers: { "content-type": "application/json" } })

test("the status of a compressed response counts, without its text", async (t) => {
  const receiver = await hookReceiver(t)
  const hooks = openHooks({ hosts: "any", isAllowed: (_, port) => port === receiver.port, now: () => now })
  t.after(() => hooks.close())
  for (const code of [200, 410]) {
    receiver.answer = (response) => void response.writeHead(code, { "content-encoding": "gzip" }).end(gzipSync("Hello"))
    assert.deepEqual(await hooks.post(post(receiver.url)), { status: code, fault: null, text: "", retryAfterMs: null })
  }
})

test("a redirect is not followed", async (t) => {
  const [receiver, other] = [await hookReceiver(t), await hookReceiver(t)]
  const isAllowed = (_: string, port: number) => [receiver.port, other.port].includes(port)
  const hooks = openHooks({ hosts: "any", isAllowed, now: () => now })
  t.after(() => hooks.close())
  for (const code of [301, 302, 303, 307, 308]) {
    receiver.answer = status(code, { location: other.url })
    assert.equal((await hooks.post(post(receiver.url))).status, code)
  }
  assert.equal(other.hooks.length, 0)
})

test("a connection to a private address is refused, also when a name changes to one after it was checked", async (t) => {
  const names = await dnsServer(t)
  names.answer("A", "turns.example", ["93.184.216.34"], ["10.0.0.1"])
  names.answer("AAAA", "mapped.example", ["::ffff:127.0.0.1"])
  const receiver = await hookReceiver(t)
  const hooks = openHooks({ hosts: "any", dnsServers: [names.address], now: () => now })
  t.after(() => hooks.close())
  assert.equal(await hooks.check("https://turns.example/"), true)
  const refused = [
    "https://turns.example/",
    "https://mapped.example/",
    receiver.url,
    "https://127.0.0.1/",
    "https://[::1]/",
  ]
  for (const url of refused) assert.notEqual((await hooks.post(post(url))).fault, null, url)
  assert.equal(receiver.hooks.length, 0)
})

test("the setting allows no host, all, the named ones, or this machine", async (t) => {
  const receiver = await hookReceiver(t)
  const faultOf = async (hosts: "off" | "any" | string[], isLoopback: boolean) => {
    const isAllowed = (_: string, port: number) => port === receiver.port
    const hooks = openHooks({ hosts, now: () => now, ...(isLoopback && { isAllowed }) })
    t.after(() => hooks.close())
    return [hooks.isOff, (await hooks.post(post(receiver.url))).fault]
  }
  assert.deepEqual(await faultOf("off", false), [true, "address"])
  assert.deepEqual(await faultOf("off", true), [false, null])
  assert.deepEqual(await faultOf(["hooks.example"], false), [false, "address"])
  assert.deepEqual(await faultOf("any", false), [false, "address"])
})

test("a connection is kept, and one that the receiver has closed is replaced", async (t) => {
  const receiver = await hookReceiver(t)
  const sockets = new Set<unknown>()
  receiver.answer = (response) => {
    sockets.add(response.socket)
    response.end()
  }
  const hooks = openHooks({ hosts: "any", isAllowed: (_, port) => port === receiver.port, now: () => now })
  t.after(() => hooks.close())
  for (let n = 0; n < 3; n += 1) assert.equal((await hooks.post(post(receiver.url))).status, 200)
  assert.equal(sockets.size, 1)
  receiver.answer = (response) => {
    if (sockets.has(response.socket)) response.socket?.resetAndDestroy()
    else response.end()
  }
  assert.equal((await hooks.post(post(receiver.url))).status, 200)
})
