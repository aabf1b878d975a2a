import assert from "node:assert/strict"
import { once } from "node:events"
import { connect } from "node:net"
import { test } from "node:test"
import Fastify from "fastify"
import { limitBodies } from "./body-timeout.ts"

test("a body that does not arrive in time is 408, except on a route for files", async (t) => {
  const server = Fastify()
  limitBodies(server, 30)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body))
  server.post("/json", async () => "read")
  server.post("/file", { config: { takesFiles: true } }, async () => "read")
  await server.listen({ host: "127.0.0.1", port: 0 })
  t.after(() => server.close())
  const { port } = server.server.address() as { port: number }
  const begin = (path: string) => {
    const socket = connect(port, "127.0.0.1")
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n1`)
    return socket
  }

  const file = begin("/file")
  const [refusal] = await once(begin("/json"), "data")
  assert.match(String(refusal), /^HTTP\/1\.1 408/)

  file.write("2")
  const [answer] = await once(file, "data")
  assert.match(String(answer), /^HTTP\/1\.1 200/)
})
