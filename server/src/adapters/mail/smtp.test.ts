import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { test } from "node:test"
import type { Addresses } from "#kernel/addresses.ts"
import { contractFrom, mailContract } from "#test/contracts/mail/contract.ts"
import { plainSender } from "#test/support/stand-ins/plain-sender.ts"
import { smtpServer } from "#test/support/stand-ins/smtp-server.ts"
import { MailError } from "./port.ts"
import { openSmtp } from "./smtp.ts"
import { readSmtpAddress } from "./smtp-address.ts"

const sender = plainSender(contractFrom)
const message = { to: "ada@example.com", subject: "Hello", text: "Hello", id: "job_1" }

mailContract(async (t) => {
  const { url, deliveries } = await smtpServer(t)
  return { mail: openSmtp(url, sender), sent: async () => deliveries.map((delivery) => delivery.message) }
})

test("the envelope contains sender and recipient", async (t) => {
  const { url, deliveries } = await smtpServer(t)
  await openSmtp(url, sender).send(message)

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
  const mail = openSmtp(url, sender)
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
  await openSmtp(url.replace("//", "//ada:p%40ss@"), sender).send(message)
  assert.equal(deliveries.length, 1)

  await assert.rejects(openSmtp(url.replace("//", "//ada:wrong@"), sender).send(message), fails("ours"))
})

test("a refused reader ends the mail, and the error does not repeat the address", async (t) => {
  const { url } = await smtpServer(t, {
    onRcptTo: ({ address }, _, done) => done(Object.assign(new Error(`${address} is unknown`), { responseCode: 550 })),
  })
  await assert.rejects(openSmtp(url, sender).send(message), (error: MailError) => {
    assert.deepEqual(error.fault, { step: "reader", code: 550, words: "… is unknown" })
    assert.doesNotMatch(error.message, /ada@example/)
    return fails("refused")(error)
  })
})

test("a server that is unreachable, or hangs up, is asked later", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1")
  await once(server, "listening")
  const mail = openSmtp(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, sender)

  await assert.rejects(mail.send(message), fails("later"))
  server.close()
  await once(server, "close")
  await assert.rejects(mail.send(message), fails("later"))
})

test("a password is not sent off this machine without TLS; mail without a password may be", async (t) => {
  // 127.0.0.2 is this machine too, but the code does not treat it so: it plays a remote server.
  const { url, deliveries } = await smtpServer(t, { onAuth: (_, __, done) => done(null, { user: "ada" }) }, "127.0.0.2")
  const withPassword = openSmtp(url.replace("//", "//ada:secret@"), sender)

  await assert.rejects(withPassword.send(message), fails("ours"))
  assert.equal(deliveries.length, 0)
  await openSmtp(url, sender).send(message)
  assert.equal(deliveries.length, 1)
})

function fails(verdict: MailError["verdict"]) {
  return (error: unknown) => error instanceof MailError && error.verdict === verdict
}

test("the service greets a server with the host of its address, or with the name that the address sets", async (t) => {
  const greeted: string[] = []
  const { url } = await smtpServer(t, {
    onMailFrom: (_address, { hostNameAppearsAs }, done) => {
      greeted.push(hostNameAppearsAs)
      done()
    },
  })
  const greetOf = (base: string) => openSmtp(url, plainSender(contractFrom, { addresses: { base } as Addresses }))
  for (const base of [
    "https://studio.example:8443/x",
    "http://192.0.2.7:3000",
    "http://[2001:db8::7]:3000",
    "http://localhost",
  ])
    await greetOf(base).send(message)
  await openSmtp(`${url}?name=mail.example.org`, sender).send(message)
  assert.deepEqual(greeted, ["studio.example", "[192.0.2.7]", "[ipv6:2001:db8::7]", "localhost", "mail.example.org"])
})

test("port 465 is for TLS from the first byte, however the address begins", () => {
  const isSecure = (url: string) => readSmtpAddress(url, "studio.example").options.secure
  assert.deepEqual(["smtp://a.example:465", "smtps://a.example", "smtps://a.example:587"].map(isSecure), [
    true,
    true,
    true,
  ])
  assert.deepEqual(["smtp://a.example", "smtp://a.example:25", "smtp://a.example:587"].map(isSecure), [
    false,
    false,
    false,
  ])
})

test("only a server on this machine may have an unknown certificate, unless the address allows it", async (t) => {
  const secure = { disabledCommands: [] }
  const here = await smtpServer(t, secure)
  await openSmtp(here.url, sender).send(message)
  await assert.rejects(openSmtp(`${here.url}?tls.rejectUnauthorized=true`, sender).send(message), fails("ours"))

  const there = await smtpServer(t, secure, "127.0.0.2")
  await assert.rejects(openSmtp(there.url, sender).send(message), ({ verdict, fault }: MailError) => {
    assert.match(fault.words, /certificate/)
    return verdict === "ours" && fault.step === "tls"
  })
  await openSmtp(`${there.url}?tls.rejectUnauthorized=false`, sender).send(message)
  await openSmtp(`${there.url}?ignoreTLS=true`, sender).send(message)
  assert.equal(here.deliveries.length + there.deliveries.length, 3)
})
