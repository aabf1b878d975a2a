import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { contractFrom } from "#test/contracts/mail/contract.ts"
import { plainSender } from "#test/support/stand-ins/plain-sender.ts"
import { type SmtpMoment, scriptedSmtp } from "#test/support/stand-ins/scripted-smtp.ts"
import type { MailError, MailMessage } from "./port.ts"
import { openSmtp } from "./smtp.ts"

const sender = plainSender(contractFrom)
const letter = (to: string, more: Partial<MailMessage> = {}): MailMessage => ({
  ...{ to, subject: "Hello", text: "Hello", id: "job_1" },
  ...more,
})
const knows = "250-host.example\r\n250-8BITMIME\r\n250 SMTPUTF8"

async function open(t: TestContext, script: Parameters<typeof scriptedSmtp>[1] = {}) {
  const server = await scriptedSmtp(t, script)
  const mail = openSmtp(server.url, sender)
  t.after(() => mail.close())
  const count = (moment: SmtpMoment) => server.moments.filter((other) => other === moment).length
  return { server, mail, count }
}

test("a mail to an address that is not ASCII is sent with SMTPUTF8, and another one without", async (t) => {
  const { server, mail } = await open(t, { EHLO: knows })
  for (const to of ["почта@xn--e1afmkfd.xn--p1ai", "jörg@example.com", "ada@example.com"]) {
    await mail.send(letter(to, { bounceToken: "0".repeat(24) }))
    await mail.check?.(to)
  }
  const lines = server.lines.filter((line) => /^(MAIL|RCPT)/.test(line)).map((line) => line.replace(/ SIZE=\d+/, ""))
  const from = `MAIL FROM:<${contractFrom}>`
  const both = (rcpt: string, ending: string) => [`${from}${ending}`, rcpt, `${from}${ending}`, rcpt]
  assert.deepEqual(lines, [
    ...both("RCPT TO:<почта@xn--e1afmkfd.xn--p1ai>", " SMTPUTF8"),
    ...both("RCPT TO:<jörg@example.com>", " SMTPUTF8"),
    ...both("RCPT TO:<ada@example.com>", ""),
  ])
})

test("the header names such a reader in UTF-8, and all other headers stay ASCII", async (t) => {
  const { server, mail } = await open(t, { EHLO: knows })
  const more = { fromName: "Käthe", replyTo: "käthe@example.com", offUrl: "https://studio.example/off/ü" }
  const headersFor = async (to: string) => {
    server.lines.length = 0
    await mail.send(letter(to, more))
    return server.lines.slice(server.lines.indexOf("DATA") + 1, server.lines.indexOf(""))
  }
  const wide = await headersFor("用户@xn--fsqu00a.xn--55qx5d")
  assert.deepEqual(
    wide.filter((line) => /[^ -~\t]/.test(line)),
    ["To: 用户@例子.公司", "Reply-To: käthe@example.com"],
  )
  const plain = await headersFor("ada@example.com")
  assert.deepEqual(
    plain.filter((line) => /[^ -~\t]|^Reply-To/.test(line)),
    [],
    "a mail to an ASCII address needs no SMTPUTF8",
  )
  assert.ok(plain.includes("List-Unsubscribe: <https://studio.example/off/%C3%BC>"))
})

test("a server without SMTPUTF8 gets no such address: the mail ends with the reason", async (t) => {
  const { server, mail } = await open(t)
  const refused = ({ verdict, fault }: MailError) => {
    assert.deepEqual([verdict, fault.step, fault.status], ["refused", "reader", "5.6.7"])
    return true
  }
  await assert.rejects(mail.send(letter("jörg@example.com")), refused)
  await assert.rejects(async () => mail.check?.("jörg@example.com"), refused)
  await mail.send(letter("ada@example.com"))
  assert.deepEqual(
    server.lines.filter((line) => line.startsWith("RCPT")),
    ["RCPT TO:<ada@example.com>"],
  )
})

test("the server is asked once in ten minutes, and a connection for a mail answers as well", async (t) => {
  let answer = "250 host.example"
  const { mail, count } = await open(t, { EHLO: () => answer })
  t.mock.timers.enable({ apis: ["Date"] })
  const both = await Promise.all([mail.takesUtf8?.(), mail.takesUtf8?.()])
  assert.deepEqual([...both, await mail.takesUtf8?.(), count("connect")], [false, false, false, 1])
  answer = knows
  t.mock.timers.tick(10 * 60_000 - 1)
  assert.deepEqual([await mail.takesUtf8?.(), count("connect")], [false, 1])
  t.mock.timers.tick(1)
  assert.deepEqual([await mail.takesUtf8?.(), count("connect")], [true, 2])
  answer = "250 host.example"
  await mail.send(letter("ada@example.com"))
  assert.deepEqual([await mail.takesUtf8?.(), count("connect")], [false, 3])
})

test("a server that does not answer within five seconds is not known to lack SMTPUTF8", async (t) => {
  const { server, mail, count } = await open(t, { EHLO: "silence" })
  t.mock.timers.enable({ apis: ["setTimeout"] })
  const asked = mail.takesUtf8?.()
  await server.came("EHLO")
  t.mock.timers.tick(5_000)
  assert.equal(await asked, true)
  server.answer("250 host.example")
  await server.left()
  assert.deepEqual([await mail.takesUtf8?.(), count("connect")], [false, 1])
  const nowhere = openSmtp("smtp://127.0.0.1:1", sender)
  assert.equal(await nowhere.takesUtf8?.(), true)
})
