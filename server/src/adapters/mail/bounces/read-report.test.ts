import assert from "node:assert/strict"
import { test } from "node:test"
import { findToken as findTokenIn } from "./imap-bounces.ts"
import { readReport as readReportIn } from "./read-report.ts"

const readReport = (message: string) => readReportIn(Buffer.from(message))
const findToken = (message: string, address: string) => findTokenIn(Buffer.from(message), address)

const token = "0123456789abcdef01234567"
const head = (from: string, more = "") =>
  `Return-Path: <>\nDelivered-To: bounces+${token}@studio.example\nFrom: ${from}\nTo: Bounces+${token.toUpperCase()}@studio.example\nSubject: About your mail\n${more}`
const copy = `Return-Path: <bounces+${token}@studio.example>\nMessage-ID: <job_1@studio.example>\nSubject: Your files 550 5.1.1\n\nHello\n`

const standard = (fields: string, from = "MAILER-DAEMON@relay.example") => `${head(from)}MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="B1"

--B1
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--B1
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example
X-Postfix-Sender: rfc822; bounces+${token}@studio.example

Final-Recipient: rfc822; bo@example.com
${fields}

--B1
Content-Type: message/rfc822

${copy}
--B1--
`

const daemon = "Mail Delivery System <MAILER-DAEMON@mx.example>"

test("a report of RFC 3464 says the status and the server's words, and whether it is the end", () => {
  const failed = readReport(
    standard(
      "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 <bo@example.com>: Recipient address\n    rejected: User unknown",
    ),
  )
  const words = "550 5.1.1 <…>: Recipient address rejected: User unknown"
  assert.deepEqual(failed, { status: "5.1.1", words, isFinal: true })
  const delayed = readReport(standard("Action: delayed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect timed out"))
  assert.deepEqual(delayed, { status: "4.4.1", words: "connect timed out", isFinal: false })
  const expired = readReport(standard("action:FAILED\r\nStatus: 4.4.7 (delivery time expired)".replaceAll("\r", "")))
  assert.deepEqual([expired?.status, expired?.isFinal], ["4.4.7", true])
  for (const action of ["delivered", "relayed", "expanded"])
    assert.equal(readReport(standard(`Action: ${action}\nStatus: 2.0.0`).replace("could not be", "was")), undefined)
})

test("a report is read with any line ends, and from a part that is encoded", () => {
  const fields = "Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 Mailbox full"
  const expected = readReport(standard(fields))
  assert.equal(expected?.status, "5.2.2")
  assert.deepEqual(readReport(standard(fields).replaceAll("\n", "\r\n")), expected)
  const encoded = (encoding: string, write: (text: string) => string) =>
    standard("@").replace(/Content-Type: message\/delivery-status\n[^@]*@[^@]*@[^@]*@/, () => {
      const text = `Reporting-MTA: dns; relay.example\n\nFinal-Recipient: rfc822; bo@example.com\n${fields}\n`
      return `Content-Type: message/delivery-status\nContent-Transfer-Encoding: ${encoding}\n\n${write(text)}`
    })
  const base64 = encoded("base64", (text) => Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\n"))
  assert.doesNotMatch(base64, /Action/)
  assert.deepEqual(readReport(base64), expected)
  assert.deepEqual(readReport(encoded("quoted-printable", (text) => text.replace("Mailbox", "Mail=62ox"))), expected)
})

/** Texts of servers that send no report. */
const texts: readonly (readonly [name: string, text: string, status: string | undefined, words: RegExp])[] = [
  [
    "Exim",
    `${head(daemon, "X-Failed-Recipients: bo@example.com\nAuto-Submitted: auto-replied\n")}
This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  bo@example.com
    host mx.example.com [192.0.2.1]
    SMTP error from remote mail server after RCPT TO:<bo@example.com>:
    550 5.1.1 <bo@example.com> User unknown

------ This is a copy of the message, including all the headers. ------

${copy}`,
    "5.1.1",
    /^550 5\.1\.1 <…> User unknown$/,
  ],
  [
    "qmail",
    `${head("MAILER-DAEMON@mx.example")}
Hi. This is the qmail-send program at mx.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<bo@example.com>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

${copy}`,
    "5.1.1",
    /^Sorry, no mailbox here by that name\. \(#5\.1\.1\)$/,
  ],
  [
    "sendmail",
    `${head("Mail Delivery Subsystem <MAILER-DAEMON@mx.example>")}
The original message was received at Mon, 30 Nov 2026 08:00:00 GMT

   ----- The following addresses had permanent fatal errors -----
<bo@example.com>

   ----- Transcript of session follows -----
... while talking to mx.example.com.:
>>> RCPT To:<bo@example.com>
<<< 550 No such user bo@example.com
550 <bo@example.com>... User unknown

${copy}`,
    undefined,
    /^550 <…>\.\.\. User unknown$/,
  ],
  [
    "a firewall",
    `${head("postmaster@example.com")}
Your message was undeliverable: the mailbox is full.

${copy}`,
    undefined,
    /mailbox is full/,
  ],
]

for (const [name, text, status, words] of texts)
  test(`the text of ${name} is read as the end of a mail`, () => {
    const report = readReport(text)
    assert.deepEqual([report?.status, report?.isFinal], [status, true])
    assert.match(report?.words ?? "", words)
    assert.doesNotMatch(report?.words ?? "", /bo@|@example/)
  })

test("a warning that a server still tries is not the end", () => {
  const warning = `${head(daemon)}
This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mx.example.

The address to which the message has not yet been delivered is:

  bo@example.com
    Delay reason: connection timed out

No action is required on your part. Delivery attempts will continue for some time.

${copy}`
  assert.equal(readReport(warning)?.isFinal, false)
})

test("an answer of a person or of a program that is away is no bounce", () => {
  const away = `Delivered-To: bounces+${token}@studio.example\nFrom: Bo <bo@example.com>\nSubject: Re: Your files\nAuto-Submitted: auto-replied\n`
  assert.equal(
    readReport(`${away}\nI am away until 5.1.2027. Mail could not be delivered to me by phone.\n`),
    undefined,
  )
  assert.equal(readReport(`${away}Return-Path: <>\n\nI am on holiday. Call 550 1234.\n`), undefined)
  assert.equal(readReport(""), undefined)
})

test("the token is found in any case, and only behind the mailbox's own name", () => {
  const address = "bounces@studio.example"
  assert.equal(findToken(standard("Action: failed"), address), token)
  assert.equal(findToken(`To: BOUNCES+${token.toUpperCase()}@Studio.Example`, address), token)
  assert.equal(findToken(`To: bounces+${token}@studioxexample`, address), undefined)
  assert.equal(findToken(`To: other+${token}@studio.example`, address), undefined)
})

test("cut, huge and hostile messages are read in a moment, within bounds", () => {
  const whole = standard("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 gone")
  for (let end = 0; end < whole.length; end += 7) {
    const report = readReport(whole.slice(0, end))
    assert.ok(report === undefined || report.words.length <= 300)
  }
  const size = 256 * 1024
  const repeated = [
    "<",
    "\n ",
    "--B\n",
    "Action: ",
    "\n--x\n\n",
    "=",
    "5.1.1",
    "From: mailer-daemon",
    "delivery to ",
    "\nx: y\n\n",
  ]
  const nested = [`--B\nContent-Type: multipart/mixed; boundary=B\n\n`, "could not be delivered ", "<p", "=?u?q?"]
  for (const part of [...repeated, "4.", "bounces+0123", "a@", "Diagnostic-Code:\n ", ...nested]) {
    const began = performance.now()
    for (const type of ["text/html", "multipart/report; boundary=B"]) {
      const text = `${head(daemon, `Content-Type: ${type}\n\n`)}${part.repeat(Math.ceil(size / part.length)).slice(0, size)}`
      readReport(text)
      readReport(`Subject: ${text}`)
      findToken(text, "bounces@studio.example")
    }
    assert.ok(performance.now() - began < 2_000, JSON.stringify(part))
  }
  const long = readReport(standard(`Action: failed\nDiagnostic-Code: smtp; ${"\u0000x\u202e".repeat(99_999)}`))
  assert.ok(long && long.words.length <= 300 && !/[\p{C}]/u.test(long.words))
})
