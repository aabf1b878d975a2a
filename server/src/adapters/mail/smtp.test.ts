import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { test } from "node:test"
import { ServiceError } from "#kernel/error.ts"
import { contractFrom, mailContract } from "#test/contracts/mail/contract.ts"
import { smtpServer } from "#test/support/stand-ins/smtp-server.ts"
import { openSmtp } from "./smtp.ts"

const message = { to: "ada@example.com", subject: "Hello", text: "Hello", id: "job_1" }

mailContract(async (t) => {
  const { url, deliveries } = await smtpServer(t)
  return { mail: openSmtp(url, contractFrom), sent: async () => deliveries.map((delivery) => delivery.message) }
})

test("the envelope contains sender and recipient", async (t) => {
  const { url, deliveries } = await smtpServer(t)
  await openSmtp(url, contractFrom).send(message)

  assert.deepEqual(
    deliveries.map(({ from, to }) => ({ from, to })),
    [{ from: contractFrom, to: ["ada@example.com"] }],
  )
})

test("mails in sequence share one connection; when the server ended it, the next mail opens another one", async (t) => {
  let connections = 0
  const ended = Promise.withResolvers<void>()
  const { url, deliveries, endConnections } = await smtpServer(t, {
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onClose: () => ended.resolve(),
  })
  const mail = openSmtp(url, contractFrom)
  t.after(() => mail.close())
  for (let n = 0; n < 20; n += 1) await mail.send({ ...message, id: `job_${n}` })
  assert.deepEqual([deliveries.length, connections], [20, 1])

  endConnections()
  await ended.promise
  await mail.send(message)
  assert.deepEqual([deliveries.length, connections], [21, 2])
})

test("the client signs in with the address's user and password", async (t) => {
  const { url, deliveries } = await smtpServer(t, {
    authOptional: false,
    onAuth: ({ username, password }, _, done) =>
      username === "ada" && password === "p@ss" ? done(null, { user: "ada" }) : done(new Error("no")),
  })
  await openSmtp(url.replace("//", "//ada:p%40ss@"), contractFrom).send(message)
  assert.equal(deliveries.length, 1)

  await assert.rejects(openSmtp(url.replace("//", "//ada:wrong@"), contractFrom).send(message), upstream)
})

test("a refused recipient is an upstream error that does not repeat the address", async (t) => {
  const { url } = await smtpServer(t, {
    onRcptTo: ({ address }, _, done) => done(Object.assign(new Error(`${address} is unknown`), { responseCode: 550 })),
  })
  await assert.rejects(openSmtp(url, contractFrom).send(message), (error: Error) => {
    assert.doesNotMatch(`${error.message} ${(error.cause as Error).stack}`, /ada@example/)
    assert.match((error.cause as Error).message, /550/)
    return upstream(error)
  })
})

test("a server that is unreachable, or hangs up, is an upstream error", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1")
  await once(server, "listening")
  const mail = openSmtp(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, contractFrom)

  await assert.rejects(mail.send(message), upstream)
  server.close()
  await once(server, "close")
  await assert.rejects(mail.send(message), upstream)
})

test("a password is not sent off this machine without TLS; mail without a password may be", async (t) => {
  // 127.0.0.2 is this machine too, but the code does not treat it so: it plays a remote server.
  const { url, deliveries } = await smtpServer(t, { onAuth: (_, __, done) => done(null, { user: "ada" }) }, "127.0.0.2")
  const withPassword = openSmtp(url.replace("//", "//ada:secret@"), contractFrom)

  await assert.rejects(withPassword.send(message), upstream)
  assert.equal(deliveries.length, 0)
  await openSmtp(url, contractFrom).send(message)
  assert.equal(deliveries.length, 1)
})

function upstream(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "upstream_error"
}
