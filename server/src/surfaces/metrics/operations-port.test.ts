import assert from "node:assert/strict"
import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { connect } from "node:net"
import { test } from "node:test"
import { setImmediate } from "node:timers/promises"
import { openOperationsPort } from "./operations-port.ts"

test("each path has its own answer, a thrown fault is a 503, and other paths and methods are refused", async (t) => {
  const port = openOperationsPort({
    "/hello": (request, response) => void response.end(`You asked for ${request.url}.`),
    "/fault": () => Promise.reject(new Error("The database is away.")),
  })
  t.after(() => port.close())
  const address = await port.listen(0, "127.0.0.1")

  const hello = await fetch(`${address}/hello?name=Bo`)
  assert.deepEqual([hello.status, await hello.text()], [200, "You asked for /hello?name=Bo."])
  assert.equal((await fetch(`${address}/fault`)).status, 503)
  for (const path of ["/", "/constructor", "/hello/"]) assert.equal((await fetch(`${address}${path}`)).status, 404)
  assert.equal((await fetch(`${address}/hello`, { method: "POST", body: "a" })).status, 405)
})

const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`

test("plain questions are answered from their bytes, until a connection sends another request", async (t) => {
  const slow = (_request: unknown, response: ServerResponse) => void response.end("slow")
  const quick = (url: string) => (url === "/quick" ? Buffer.from("HTTP/1.1 204 No Content\r\n\r\n") : undefined)
  const port = openOperationsPort({ "/quick": slow, "/slow": slow }, quick)
  t.after(() => port.close())
  const { hostname: host, port: number } = new URL(await port.listen(0, "127.0.0.1"))
  const open = () => {
    const socket = connect({ host, port: Number(number), noDelay: true })
    const ask = async (bytes: string) => {
      socket.write(bytes)
      return String(await once(socket, "data")).slice(9, 12)
    }
    return { socket, ask }
  }

  const one = open()
  assert.equal(await one.ask(get("/quick")), "204")
  assert.equal(await one.ask(get("/quick", "Connection: keep-alive\r\n")), "204")
  assert.equal(await one.ask(get("/slow")), "200")
  assert.equal(await one.ask(get("/quick")), "200", "the connection belongs to the HTTP server now")
  for (const header of ["Connection: close", "Content-Length: 0", "Transfer-Encoding: chunked", "Expect: 100-continue"])
    assert.notEqual(await open().ask(get("/quick", `${header}\r\n`)), "204", header)
  assert.equal(await open().ask(`${get("/quick")}${get("/quick")}`), "200", "two requests at once")
  const cut = open()
  cut.socket.write("GET /qui")
  await once(cut.socket, "connect")
  await setImmediate()
  assert.match(await cut.ask("ck HTTP/1.1\r\nHost: a\r\n\r\n"), /^20[04]$/, "the pieces may arrive together")

  const last = open().socket.resume()
  await once(last, "connect")
  const ended = once(last, "close")
  await port.close()
  await ended
})

test("a client that leaves responses unread is disconnected", async (t) => {
  const asked: (() => void)[] = []
  const large = Buffer.alloc(16_000_000)
  const port = openOperationsPort({}, () => {
    asked.shift()?.()
    return large
  })
  t.after(() => port.close())
  const { hostname: host, port: number } = new URL(await port.listen(0, "127.0.0.1"))
  const socket = connect({ host, port: Number(number), noDelay: true }).pause()
  for (let n = 0; n < 2; n += 1) {
    const isAsked = new Promise<void>((resolve) => asked.push(resolve))
    socket.write(get("/quick"))
    await isAsked
  }
  let read = 0
  socket.on("data", ({ length }) => {
    read += length
  })
  const closed = once(socket, "close")
  socket.resume()
  await closed
  assert.ok(read < large.length, `${read} bytes arrived`)
})
