import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { Mail, MailMessage } from "#adapters/mail/port.ts"
import { ServiceError } from "#kernel/error.ts"
import { readMail } from "#test/support/formats/read-mail.ts"

export interface OpenedMail {
  mail: Mail
  /** All sent messages, oldest first, byte for byte. */
  sent(): Promise<Buffer[]>
}

/** The sender that `open` must use. */
export const contractFrom = "atelier@studio.example"

const message: MailMessage = {
  to: "ada@example.com",
  subject: "Your files",
  text: "Hello Ada,\n\nyour files: https://studio.example/delivery\n",
  id: "job_1.receipt",
}

const refused = (error: unknown) => error instanceof ServiceError && error.code === "invalid_request"

type Check = (name: string, run: (opened: OpenedMail) => Promise<void>) => void

/** The contract of every mail adapter. */
export function mailContract(open: (t: TestContext) => Promise<OpenedMail>): void {
  const check: Check = (name, run) =>
    void test(name, async (t) => {
      const opened = await open(t)
      t.after(() => opened.mail.close())
      await run(opened)
    })
  contents(check)
  senders(check)
  wireFormat(check)
  refusals(check)
}

async function sendAndRead({ mail, sent }: OpenedMail, changes: Partial<MailMessage> = {}) {
  await mail.send({ ...message, ...changes })
  const last = (await sent()).at(-1)
  assert.ok(last)
  return readMail(last)
}

function contents(check: Check): void {
  check("a message says from whom, to whom, what, and when, and carries its own id", async (opened) => {
    const read = await sendAndRead(opened)

    assert.equal(read.from?.address, contractFrom)
    assert.deepEqual(
      read.to?.map(({ address }) => address),
      ["ada@example.com"],
    )
    assert.equal(read.subject, "Your files")
    assert.equal(read.text?.trimEnd(), message.text.trimEnd())
    assert.equal(read.messageId, "<job_1.receipt@studio.example>")
    assert.ok(Math.abs(Date.parse(read.date ?? "") - Date.now()) < 60_000)
    const headerOf = (name: string) => read.headers.find(({ key }) => key === name)?.value
    assert.equal(headerOf("auto-submitted"), "auto-generated")
    assert.equal(headerOf("x-auto-response-suppress"), "OOF, AutoReply")
  })

  check("text and HTML in any script, long lines and long addresses come through", async (opened) => {
    const url = `https://studio.example/delivery/${"a1B2".repeat(60)}`
    const subject = `Grüße 🎨 ${"très ".repeat(40)}fin`
    const text = `日本語 עברית\n.\n.leading dot\n${url}\n${"word ".repeat(400)}end`
    const read = await sendAndRead(opened, { subject, text, html: `<p>é 🎨 <a href="${url}">${url}</a></p>` })

    assert.equal(read.subject, subject)
    assert.equal(read.text?.trimEnd(), text)
    assert.equal(read.html?.trimEnd(), `<p>é 🎨 <a href="${url}">${url}</a></p>`)
  })

  check("text that looks like a header or a file stays text", async (opened) => {
    const read = await sendAndRead(opened, {
      subject: "Bcc: x@example.com",
      text: "Bcc: y@example.com\n\nfile:///etc/passwd",
    })
    assert.equal(read.bcc, undefined)
    assert.equal(read.text?.trimEnd(), "Bcc: y@example.com\n\nfile:///etc/passwd")
  })
}

function senders(check: Check): void {
  check(
    "a sender's name in any script, and with any punctuation, stands before the configured address",
    async (opened) => {
      for (const fromName of [
        "Studio Ada",
        "",
        'Ada "Ink" \\ Co., <boss@bank.example>; a@b (c): x',
        `Grüße 🎨 ${"日本語 ".repeat(20)}fin`,
      ]) {
        const { from, replyTo, to } = await sendAndRead(opened, { fromName, replyTo: "help@studio.example" })
        assert.deepEqual([from?.name, from?.address], [fromName, contractFrom])
        assert.deepEqual([replyTo?.length, replyTo?.[0]?.address], [1, "help@studio.example"])
        assert.equal(to?.length, 1)
      }
      assert.equal((await sendAndRead(opened)).replyTo, undefined)
    },
  )
}

function wireFormat(check: Check): void {
  check("no line is longer than 998 bytes, all end in CRLF, and the headers are ASCII", async ({ mail, sent }) => {
    const ends = "one\rtwo\r.\rthree\r\r\nfour\n\r.\r"
    for (const text of ["x".repeat(5_000), ends, `${ends}é`, `${"y".repeat(600)}${ends}`]) {
      await mail.send({ ...message, subject: "é".repeat(300), text, html: `<p>${text}</p>` })
      const raw = (await sent()).at(-1)?.toString("latin1") ?? ""
      const lines = raw.split("\r\n")

      assert.ok(lines.every((line) => line.length <= 998 && !/[\r\n]/.test(line)))
      assert.match(lines.slice(0, lines.indexOf("")).join(""), /^[\x20-\x7e]*$/)
    }
  })
}

function refusals(check: Check): void {
  check("a line break in recipient, sender, subject or id is refused, and nothing is sent", async ({ mail, sent }) => {
    const injected = "x\r\nBcc: everybody@example.com"
    for (const changes of [
      { subject: injected },
      { subject: "x\nBcc: everybody@example.com" },
      { subject: "x\0" },
      { to: `ada@example.com${injected}` },
      { fromName: injected },
      { fromName: "x\nBcc: everybody@example.com" },
      { replyTo: `ada@example.com${injected}` },
      { replyTo: "a@example.com, b@example.com" },
      { id: injected },
      { id: "a> <b" },
    ]) {
      await assert.rejects(mail.send({ ...message, ...changes }), refused)
    }
    assert.deepEqual(await sent(), [])
  })

  check("anything but one address is refused as the recipient", async ({ mail, sent }) => {
    for (const to of [
      "",
      "ada",
      "a@example.com, b@example.com",
      "a@example.com;b@example.com",
      "Ada <a@example.com>",
      "a b@example.com",
      "a@b@example.com",
    ]) {
      await assert.rejects(mail.send({ ...message, to }), refused)
    }
    assert.deepEqual(await sent(), [])
  })
}
