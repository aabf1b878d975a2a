import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { contractFrom } from "#test/contracts/mail/contract.ts"
import { plainSender } from "#test/support/stand-ins/plain-sender.ts"
import { noticed, type SmtpMoment, scriptedSmtp } from "#test/support/stand-ins/scripted-smtp.ts"
import type { MailError } from "./port.ts"
import { openSmtp } from "./smtp.ts"

const message = { to: "ada@example.com", subject: "Hello", text: "Hello", id: "job_1" }
const sender = plainSender(contractFrom)

/** Shows without waiting whether a mail's sending has ended, and how. */
function watched(sending: Promise<void>) {
  const seen: { end?: string } = {}
  const note = (end: string) => {
    seen.end = end
  }
  const ended = sending.then(
    () => note("taken"),
    ({ verdict, fault }: MailError) => note(`${verdict} ${fault.step}`),
  )
  return { seen, ended }
}

async function passSeconds(t: TestContext, seconds: number): Promise<void> {
  t.mock.timers.tick(seconds * 1_000)
  await noticed()
}

const passMinutes = (t: TestContext, minutes: number) => passSeconds(t, minutes * 60)

const silences: readonly (readonly [SmtpMoment, minutes: number, end: string])[] = [
  ["connect", 5, "later greeting"],
  ["EHLO", 5, "later greeting"],
  ["MAIL", 5, "later sender"],
  ["RCPT", 5, "later reader"],
  ["DATA", 3, "later text"],
  ["end", 10, "lost end"],
]

/** Sends a mail to a server that is silent at a moment, and lets minutes of the silence pass. */
async function sendUntilSilence(t: TestContext, moment: SmtpMoment, minutes: number) {
  const server = await scriptedSmtp(t, { [moment]: "silence" })
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] })
  const watching = watched(openSmtp(server.url, sender).send(message))
  await server.came(moment)
  await noticed()
  await passMinutes(t, minutes)
  return { server, ...watching }
}

for (const [moment, minutes, end] of silences) {
  test(`a server may be silent for ${minutes} minutes at ${moment}, and not for longer`, async (t) => {
    const { seen, ended } = await sendUntilSilence(t, moment, minutes - 0.1)
    assert.equal(seen.end, undefined)
    await passMinutes(t, 0.2)
    await ended
    assert.equal(seen.end, end)
  })

  test(`a mail is taken when the server answers just in time at ${moment}`, async (t) => {
    const { server, seen, ended } = await sendUntilSilence(t, moment, minutes - 0.1)
    server.answer(moment === "connect" ? "220 host.example" : moment === "DATA" ? "354 Go on" : "250 OK")
    await ended
    assert.equal(seen.end, "taken")
  })
}

test("steps that are each slow end before the text, so that no exchange is longer than a job may be", async (t) => {
  const server = await scriptedSmtp(t, { connect: "silence", EHLO: "silence" })
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] })
  const { seen, ended } = watched(openSmtp(server.url, sender).send(message))
  await server.came("connect")
  await noticed()
  await passMinutes(t, 4.5)
  server.answer("220 host.example")
  await server.came("EHLO")
  await noticed()
  await passMinutes(t, 3.4)
  assert.equal(seen.end, undefined)
  await passMinutes(t, 0.2)
  await ended
  assert.equal(seen.end, "later greeting")
})

test("a connection that ends is lost only after the whole text went", async (t) => {
  for (const [moment, end] of [
    ["connect", "later greeting"],
    ["EHLO", "later greeting"],
    ["MAIL", "later sender"],
    ["RCPT", "later reader"],
    ["DATA", "later text"],
    ["end", "lost end"],
  ] as const) {
    const { url } = await scriptedSmtp(t, { [moment]: "hang up" })
    const { seen, ended } = watched(openSmtp(url, sender).send(message))
    await ended
    assert.equal(seen.end, end, moment)
  }
})

test("a mail that a person waits for waits for no slow one, and the others wait for a connection", async (t) => {
  const server = await scriptedSmtp(t, { end: "silence" })
  const mail = openSmtp(server.url, sender)
  const others = Array.from({ length: 6 }, (_, n) => mail.send({ ...message, id: `job_${n}` }))
  await server.came("end", 4)
  assert.equal(server.moments.filter((moment) => moment === "connect").length, 4)
  const awaited = mail.send({ ...message, isAwaited: true })
  await server.came("end", 5)
  server.answer("250 Taken")
  await awaited
  await server.came("end", 7)
  server.answer("250 Taken")
  await Promise.all(others)
  assert.equal(server.moments.filter((moment) => moment === "connect").length, 5)
  await mail.close()
})

/** Sends mails that get no answer to their text, each to a reader of its own at one of these domains. */
async function stall(t: TestContext, domains: readonly string[]) {
  let isSilent = true
  const server = await scriptedSmtp(t, { end: () => (isSilent ? "silence" : "250 Taken") })
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] })
  const mail = openSmtp(server.url, sender)
  const send = (to: string) => watched(mail.send({ ...message, to, isAwaited: true }))
  const stalled: ReturnType<typeof watched>[] = []
  for (const [n, domain] of domains.entries()) {
    stalled.push(send(`reader${n}@${domain}`))
    if (stalled.length <= 4) await server.came("end", stalled.length)
  }
  await noticed()
  const answerOthers = () => {
    isSilent = false
  }
  /** The server takes all mails. */
  const finish = async () => {
    answerOthers()
    server.answer("250 Taken")
    await Promise.all(stalled.map(({ ended }) => ended))
    assert.deepEqual(ends(stalled), Array(domains.length).fill("taken"))
    await mail.close()
    await server.left()
  }
  return { server, send, stalled, answerOthers, finish }
}

const ends = (sent: readonly ReturnType<typeof watched>[]) => sent.map(({ seen }) => seen.end)

test("four readers whose mails get no answer keep the connections of the awaited lane for ten seconds", async (t) => {
  const { server, send, stalled, answerOthers, finish } = await stall(t, Array(4).fill("slow.example"))
  answerOthers()
  const other = send("ada@slow.example")
  await passSeconds(t, 9.9)
  assert.equal(other.seen.end, undefined)
  await passSeconds(t, 0.1)
  await other.ended
  assert.deepEqual([other.seen.end, ...ends(stalled)], ["taken", ...Array(4).fill(undefined)])
  assert.equal(server.moments.filter((moment) => moment === "connect").length, 5)
  await finish()
})

test("a domain whose server answers no mail has half of the exchanges, and its next mail waits for a later try", async (t) => {
  const { server, send, stalled, answerOthers, finish } = await stall(t, Array(10).fill("slow.example"))
  const eleventh = send("one-more@slow.example")
  await eleventh.ended
  assert.equal(eleventh.seen.end, "later connect")
  for (const sent of [8, 10]) {
    await passSeconds(t, 10)
    await server.came("end", sent)
    await noticed()
  }
  assert.deepEqual(ends(stalled), Array(10).fill(undefined))
  answerOthers()
  const other = send("ada@example.com")
  await other.ended
  assert.equal(other.seen.end, "taken")
  await finish()
})

test("slow exchanges are bounded: above sixteen, each keeps its connection from the next mail", async (t) => {
  const domains = Array.from({ length: 21 }, (_, n) => `slow${n % 3}.example`)
  const { server, finish } = await stall(t, domains)
  for (const sent of [8, 12, 16, 20]) {
    await passSeconds(t, 10)
    await server.came("end", sent)
    await noticed()
  }
  await passSeconds(t, 60)
  assert.equal(server.moments.filter((moment) => moment === "end").length, 20)
  await finish()
})

test("an idle connection that went dead costs a mail a second connection, not a failure", async (t) => {
  const replies = ["250 OK", "hang up", "250 OK"]
  const server = await scriptedSmtp(t, { MAIL: () => replies.shift() ?? "silence" })
  const mail = openSmtp(server.url, sender)
  await mail.send(message)
  await mail.send(message)
  assert.equal(server.moments.filter((moment) => moment === "connect").length, 2)
  assert.equal(server.moments.filter((moment) => moment === "end").length, 2)
  await mail.close()
})

test("a refused reader's connection ends with a goodbye", async (t) => {
  const server = await scriptedSmtp(t, { RCPT: "550 5.1.1 no such user" })
  const { seen, ended } = watched(openSmtp(server.url, sender).send(message))
  await ended
  assert.equal(seen.end, "refused reader")
  await server.came("QUIT")
})

test("a check names sender and reader, takes them back, and sends no text", async (t) => {
  const server = await scriptedSmtp(t)
  await openSmtp(server.url, sender).check?.("ada@example.com")
  await server.came("QUIT")
  assert.deepEqual(server.moments, ["connect", "EHLO", "MAIL", "RCPT", "RSET", "QUIT"])
})
