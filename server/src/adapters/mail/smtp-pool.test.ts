import assert from "node:assert/strict"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { type TestContext, test } from "node:test"
import { contractFrom } from "#test/contracts/mail/contract.ts"
import { plainSender } from "#test/support/stand-ins/plain-sender.ts"
import { noticed, type SmtpMoment, scriptedSmtp } from "#test/support/stand-ins/scripted-smtp.ts"
import type { MailError } from "./port.ts"
import { openSmtp } from "./smtp.ts"
import { readSmtpAddress } from "./smtp-address.ts"
import { waitsMs } from "./smtp-exchange.ts"

const message = { to: "ada@example.com", subject: "Hello", text: "Hello", id: "job_1" }
const sender = plainSender(contractFrom)

async function open(t: TestContext, script: Parameters<typeof scriptedSmtp>[1] = {}, user = "") {
  const server = await scriptedSmtp(t, script)
  const mail = openSmtp(server.url.replace("//", `//${user}`), sender)
  const count = (moment: SmtpMoment) => server.moments.filter((other) => other === moment).length
  const end = async () => {
    await mail.close()
    await server.left()
  }
  return { server, mail, count, end }
}

const endOf = (sending: Promise<unknown> | undefined) =>
  Promise.resolve(sending).then(
    () => "taken",
    ({ verdict, fault }: MailError) => `${verdict} ${fault.step}`,
  )

async function pass(t: TestContext, seconds: number): Promise<void> {
  t.mock.timers.tick(seconds * 1_000)
  await noticed()
}

test("an address has its usual port, at least one connection, and a way to sign in", () => {
  const read = (url: string) => readSmtpAddress(url, "studio.example")
  assert.deepEqual(
    ["smtp://a.example", "smtps://a.example", "smtp://a.example:25"].map((url) => read(url).options.port),
    [587, 465, 25],
  )
  assert.deepEqual(
    ["", "?maxConnections=0", "?maxConnections=1", "?maxConnections=9"].map(
      (query) => read(`smtp://a.example${query}`).mostConnections,
    ),
    [4, 1, 1, 9],
  )
  const { auth } = read("smtp://ada:p%40ss@a.example?authMethod=LOGIN")
  assert.equal((auth as { method?: string } | undefined)?.method, "LOGIN")
  for (const here of ["localhost", "127.0.0.1", "[::1]"]) {
    const { requireTLS, tls } = read(`smtp://ada:secret@${here}`).options
    assert.deepEqual([requireTLS, tls?.rejectUnauthorized], [false, false], here)
  }
  const { requireTLS, tls } = read("smtp://ada:secret@127.0.0.2").options
  assert.deepEqual([requireTLS, tls?.rejectUnauthorized], [true, undefined])
})

test("each step waits as long as the handbook says", () => {
  const docs = readFileSync(new URL("../../../../docs/mail.md", import.meta.url), "utf8")
  const [, table = ""] = /\| Step \| Longest wait \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(docs) ?? []
  const minutes = table
    .trim()
    .split("\n")
    .map((row) => /(\d+) (s|min)/.exec(row))
    .map((found) => Number(found?.[1]) * (found?.[2] === "s" ? 1 / 60 : 1))
  const { connect, greeting, tls, sign_in, text, end } = waitsMs
  assert.deepEqual(
    minutes.map((minute) => minute * 60_000),
    [connect, greeting, tls, sign_in, text, end],
  )
  assert.deepEqual([waitsMs.sender, waitsMs.reader], [greeting, greeting])
})

test("the steps before the text may take eight minutes from the greeting on, and the text has its own time", async (t) => {
  for (const [silentAt, seconds, expected] of [
    ["MAIL", 191, "later sender"],
    ["DATA", 170, undefined],
  ] as const) {
    await t.test(silentAt, async (t) => {
      const { server, mail } = await open(t, { connect: "silence", EHLO: "silence", [silentAt]: "silence" })
      t.mock.timers.enable({ apis: ["setTimeout", "Date"] })
      let ended: string | undefined
      const sending = endOf(mail.send(message)).then((end) => {
        ended = end
      })
      await server.came("connect")
      await noticed()
      await pass(t, 289)
      server.answer("220 host.example")
      await server.came("EHLO")
      await noticed()
      if (silentAt === "DATA") await pass(t, 180)
      server.answer("250 host.example")
      await server.came(silentAt)
      await noticed()
      await pass(t, seconds)
      assert.equal(ended, expected)
      server.answer("354 Go on")
      await sending
      await mail.close()
      await server.left()
    })
  }
})

test("on a kept connection, each mail has its own eight minutes", async (t) => {
  let isSlow = true
  const { server, mail, count, end } = await open(t, {
    end: () => (isSlow ? "silence" : "250 Taken"),
    MAIL: () => (isSlow ? "250 OK" : "silence"),
  })
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] })
  const first = mail.send(message)
  await server.came("end")
  await noticed()
  await pass(t, 9 * 60)
  isSlow = false
  server.answer("250 Taken")
  await first
  const second = mail.send(message)
  await server.came("MAIL", 2)
  await noticed()
  await pass(t, 60)
  server.answer("250 OK")
  await second
  assert.equal(count("connect"), 1)
  await end()
})

test("a server that is silent where it should begin TLS is given up after a minute", async (t) => {
  const hello = Promise.withResolvers<Socket>()
  const server = createServer((socket) => socket.once("data", () => hello.resolve(socket))).listen(0, "127.0.0.1")
  t.after(() => server.close())
  await once(server, "listening")
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] })
  const { port } = server.address() as AddressInfo
  const sending = endOf(openSmtp(`smtps://127.0.0.1:${port}`, sender).send(message))
  const socket = await hello.promise
  await pass(t, 60)
  assert.equal(await sending, "later tls")
  if (!socket.closed) await once(socket, "close")
  await noticed()
})

test("a password is not sent to a server that wants none, and each mail says its size", async (t) => {
  const { server, mail, end } = await open(t, { EHLO: "250-host.example\r\n250 SIZE 9000" }, "ada:secret@")
  await mail.send(message)
  const text = server.lines.slice(server.lines.indexOf("DATA") + 1, server.lines.indexOf("."))
  const size = text.reduce((sum, line) => sum + line.length + 2, 0)
  const [named] = server.lines.filter((line) => line.startsWith("MAIL"))
  assert.equal(named, `MAIL FROM:<${contractFrom}> SIZE=${size}`)
  await end()
  const small = await open(t, { EHLO: "250-host.example\r\n250 SIZE 50" })
  assert.match(await endOf(small.mail.send(message)), /^refused/)
  await small.server.left()
})

test("a check fails with a reader who is refused for now", async (t) => {
  const { server, mail } = await open(t, { RCPT: "450 4.2.0 Greylisted" })
  assert.equal(await endOf(mail.check?.("ada@example.com")), "later reader")
  await server.left()
})

test("a connection ends with a goodbye after a hundred mails, and after half a minute without one", async (t) => {
  const { server, mail, count, end } = await open(t)
  t.mock.timers.enable({ apis: ["setTimeout"] })
  for (let n = 0; n < 100; n += 1) await mail.send(message)
  await server.came("QUIT")
  await mail.send(message)
  assert.equal(count("connect"), 2)
  await pass(t, 29)
  assert.equal(count("QUIT"), 1)
  await pass(t, 1)
  await server.came("QUIT", 2)
  await end()
})

test("after the end of the pool, a busy connection ends with its mail, also if its goodbye has no answer", async (t) => {
  const { server, mail } = await open(t, { end: "silence", QUIT: "silence" })
  t.mock.timers.enable({ apis: ["setTimeout"] })
  const sending = mail.send(message)
  await server.came("end")
  await noticed()
  await mail.close()
  server.answer("250 Taken")
  await sending
  await server.came("QUIT")
  await noticed()
  await pass(t, 5)
  await server.left()
})

test("a goodbye between two mails costs a second connection, one after the text a later try", async (t) => {
  const replies = { MAIL: ["250 OK", "421 4.4.2 Bye", "250 OK"], end: ["250 Taken", "250 Taken", "421 4.4.2 Bye"] }
  const { mail, count, end } = await open(t, {
    MAIL: () => replies.MAIL.shift() ?? "250 OK",
    end: () => replies.end.shift() ?? "250 Taken",
  })
  await mail.send(message)
  await mail.send(message)
  assert.deepEqual([count("connect"), count("end")], [2, 2])
  assert.equal(await endOf(mail.send(message)), "later end")
  assert.deepEqual([count("connect"), count("end")], [2, 3])
  await end()
})

test("a slow exchange that has ended leaves its place to another one", async (t) => {
  let isSilent = true
  const { server, mail, count, end } = await open(t, { end: () => (isSilent ? "silence" : "250 Taken") })
  t.mock.timers.enable({ apis: ["setTimeout"] })
  for (let round = 0; round < 5; round += 1) {
    isSilent = true
    const before = count("end")
    const slow = Array.from({ length: 4 }, () => mail.send(message))
    await server.came("end", before + 4)
    await noticed()
    await pass(t, 10)
    isSilent = false
    await mail.send(message)
    server.answer("250 Taken")
    await Promise.all(slow)
  }
  await end()
})
