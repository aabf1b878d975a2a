import assert from "node:assert/strict"
import { test } from "node:test"
import { readReport } from "./read-report.ts"

const token = "0123456789abcdef01234567"
const copy = `Received: from shop.example by mx.example
Message-ID: <job_1@studio.example>
Return-Path: <bounces+${token}@studio.example>
Subject: Your files 554 5.7.1
Action: failed

Action: failed
Status: 5.7.1
Your mail was rejected: mailbox full, 552 5.2.2
`

interface Format {
  from?: string
  subject?: string
  /** More lines of the header. */
  more?: string
  text?: string
  fields?: string
  boundary?: string
  report?: string
}

const daemon = "Mail Delivery System <MAILER-DAEMON@mx.example>"

const head = ({ from = daemon, subject = "Undelivered Mail Returned to Sender", more = "" }: Format) =>
  `Return-Path: <>\nDelivered-To: bounces+${token}@studio.example\nFrom: ${from}\nTo: bounces@studio.example\nSubject: ${subject}\n${more}`

const plain = (format: Format) => `${head(format)}\n${format.text}\n${copy}`

/** A multipart message: a text, the fields of a report if there are any, and a copy of the mail. */
const parts = (format: Format) => {
  const { text = "See below.", fields, boundary = "b1", report = "report; report-type=delivery-status" } = format
  const type = report.includes("feedback") ? "feedback-report" : "delivery-status"
  const middle = fields === undefined ? "" : `--${boundary}\nContent-Type: message/${type}\n\n${fields}\n\n`
  const first = /^content-/i.test(text) ? text : `Content-Type: text/plain\n\n${text}`
  return `${head(format)}MIME-Version: 1.0\nContent-Type: multipart/${report};\n boundary="${boundary}"\n\nThis is MIME.\n--${boundary}\n${first}\n\n${middle}--${boundary}\nContent-Type: message/rfc822\n\n${copy}\n--${boundary}--\n`
}

const to = "Final-Recipient: rfc822; bo@example.com"
const failed = `Reporting-MTA: dns; mx.example\n\n${to}\nAction: failed\nStatus: 5.1.1\n`
const quoted = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"

type Found = readonly [status: string | undefined, words: RegExp]

const final: Readonly<Record<string, readonly [message: string | Buffer, ...Found]>> = {
  "Postfix, after days": [
    parts({
      fields: `${to}\nAction: failed\nStatus: 4.4.1\nDiagnostic-Code: X-Postfix; connect to mx.example[192.0.2.1]:25: timed out`,
    }),
    "4.4.1",
    /^connect to mx\.example/,
  ],
  "Microsoft 365": [
    parts({
      from: "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@studio.example>",
      subject: "Undeliverable: Your files",
      more: "Auto-Submitted: auto-replied\nX-MS-Exchange-Message-Is-Ndr:\n",
      text: `Content-Type: multipart/alternative; boundary="b11"\n\n--b11\n${quoted}Your message couldn=E2=80=99t be delive=\nred.\n--b11\nContent-Type: text/html\n\n<b>no</b>\n--b11--`,
      fields:
        "Reporting-MTA: dns;a.outlook.example\n\nFinal-recipient: RFC822;bo@example.com\nAction: failed\nStatus: 5.1.10\nDiagnostic-code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not\n found by SMTP address lookup",
    }),
    "5.1.10",
    /^550 5\.1\.10 RESOLVER\.ADR\.RecipientNotFound; Recipient not found by/,
  ],
  "Exchange, without a report": [
    plain({
      from: "System Administrator <postmaster@example.com>",
      subject: "Undeliverable: Your files",
      text: "Your message did not reach some or all of the intended recipients.\n\n      Subject:\tYour files\n\nThe following recipient(s) could not be reached:\n\n      bo@example.com on 11/30/26\n            Recipient Not Found\n            MSEXCH:IMC:ORG:SITE:HOST\n",
    }),
    undefined,
    /did not reach/,
  ],
  "a generating server of Exchange": [
    plain({
      from: "postmaster@example.com",
      text: "Delivery has failed to these recipients or groups:\n\nbo@example.com\n\nDiagnostic information for administrators:\n\nbo@example.com\nRemote Server returned '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup'",
    }),
    "5.7.133",
    /5\.7\.133 RESOLVER/,
  ],
  "Gmail, without a report": [
    plain({
      more: "X-Failed-Recipients: bo@example.com\nContent-Type: text/plain; charset=UTF-8\n",
      subject: "Delivery Status Notification (Failure)",
      text: "Delivery to the following recipient failed permanently:\n\n     bo@example.com\n\nTechnical details of permanent failure: \nThe recipient server did not accept our requests to connect.\n\n----- Original message -----\n\nDKIM-Signature: v=1\n",
    }),
    undefined,
    /failed permanently/,
  ],
  "Gmail's answer in parts of Java": [
    parts({
      report: "report; report-type=delivery-status",
      boundary: "----=_Part_1_2.3",
      text: "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nQWRkcmVzcyBub3QgZm91bmQ=",
      fields: `Reporting-MTA: dns; googlemail.com\n\n${to}\nAction: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 The email account is over quota.`,
    }),
    "5.2.2",
    /over quota/,
  ],
  "Zoho, in an encoded part of Java": [
    parts({
      report: "mixed",
      boundary: "----=_Part_873_1.2",
      from: "mailer-daemon@mail.example",
      text: `${quoted}A message could not be deliv=\nered. =\n\n\nbo@example.com Invalid Address, ERROR_CODE =3A550 no mailb=\nox`,
    }),
    undefined,
    /^… Invalid Address, ERROR_CODE :550 no mailbox$/,
  ],
  Domino: [
    plain({
      from: "Postmaster@example.com",
      subject: "DELIVERY FAILURE: User bo not listed in Domino Directory",
      text: "Your message\n\n  Subject: Your files\n\nwas not delivered to:\n\n  bo@example.com\n\nbecause:\n\n  User bo (bo@example.com) not listed in Domino Directory\n",
    }),
    undefined,
    /was not delivered|not listed/,
  ],
  "Notes, in Japanese": [
    Buffer.concat([
      Buffer.from(
        head({
          from: "postmaster@n.example",
          subject: "Notice",
          more: "Content-Type: text/plain; charset=ISO-2022-JP\n",
        }),
      ),
      Buffer.from("\n------- Failure Reasons  --------\n\n"),
      Buffer.from("1b24426d56302c483f1b2842", "hex"),
      Buffer.from(`\nbo@example.com\n\n------- Returned Message --------\n${copy}`),
    ]),
    undefined,
    /Failure Reasons/,
  ],
  "GroupWise, in quoted-printable": [
    parts({
      report: "mixed",
      boundary: "=__PartB490E507.0__=",
      from: "Mailer-Daemon@gw.example",
      subject: "Message status - undeliverable",
      text: `${quoted}The message that you sent was undeliverable to the following:\n\n\tbo (User account is expired)`,
    }),
    undefined,
    /undeliverable to the following/,
  ],
  "GMX, with a code alone": [
    plain({
      text: "A message that you sent could not be delivered to one or more of\nits recipients. This is a permanent error.\n\nSMTP error from remote server after RCPT command:\nhost: mx.example\n5.1.1 <bo@example.com>... User Unknown\n\n--- The header of the original message is following. ---\n",
    }),
    "5.1.1",
    /^5\.1\.1 <…>\.\.\. User Unknown$/,
  ],
  "Courier, and a diagnosis without a type": [
    parts({
      boundary: "=_courier_0",
      from: "postmaster@example.org",
      subject: "NOTICE: mail delivery status.",
      fields: `${to}\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: 550 5.1.1 Unknown user bo@example.com; see the site`,
    }),
    "5.1.1",
    /^550 5\.1\.1 Unknown user …; see the site$/,
  ],
  "an iPlanet server, without a diagnosis": [
    parts({
      from: "postmaster@example.com",
      text: "Your message cannot be delivered to the following recipients:\n\n  Reason: Illegal host/domain name found",
      fields: `Original-recipient: rfc822;bo@example.com\nFinal-recipient: rfc822;bo@example.com\nAction: failed\nStatus: 5.4.4 (Illegal host/domain name found)`,
    }),
    "5.4.4",
    /^Your message cannot be delivered/,
  ],
  "a report without Action and Status": [
    parts({ fields: `${to}\nDiagnostic-Code: smtp; 550 5.7.1 This mail is not wanted` }),
    "5.7.1",
    /not wanted/,
  ],
  "a program's exit code": [
    parts({
      text: "550 5.2.2 The mailbox of this user is full",
      fields: `${to}\nAction: failed\nStatus: 5.3.0\nDiagnostic-Code: x-unix; 75`,
    }),
    "5.3.0",
    /mailbox of this user is full/,
  ],
  "an alias of two readers that both failed": [
    parts({ fields: `${failed}Diagnostic-Code: smtp; 550 5.1.1 gone\n\n${to}\nAction: failed\nStatus: 5.2.2` }),
    "5.1.1",
    /gone/,
  ],
  "a report in letters of other scripts (RFC 6533)": [
    parts({
      fields: `Final-Recipient: utf-8; bö@example.com\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 Größe`,
    }).replace("message/delivery-status", "message/global-delivery-status"),
    "5.1.1",
    /^550 Größe$/,
  ],
  "a report that a mailing list wrapped": [
    parts({
      report: "mixed",
      boundary: "outer",
      text: parts({ fields: failed }).replace(/^[\s\S]*?(?=Content-Type)/, ""),
    }),
    "5.1.1",
    /See below|Undelivered/,
  ],
  "fields in the text": [plain({ text: `The mail was returned.\n\n${failed}` }), "5.1.1", /Undelivered|returned/],
  "Russian, and KOI8-R": [
    Buffer.concat([
      Buffer.from(
        `${head({ subject: "=?koi8-r?B?7sXE0tHa0w==?=", more: "Content-Type: text/plain; charset=koi8-r\n" })}\n`,
      ),
      Buffer.from("f0c9d3d8cdcf20cec520cdcfd6c5d420c2d9d4d820c4cfd3d4c1d7ccc5cecf", "hex"),
    ]),
    undefined,
    /^Письмо не может быть доставлено$/,
  ],
  "German, and Latin-1": [
    Buffer.from(
      plain({
        text: "Diese Nachricht konnte nicht zugestellt werden: Postfach überfüllt",
        more: "Content-Type: text/plain; charset=iso-8859-1\n",
      }),
      "latin1",
    ),
    undefined,
    /Postfach überfüllt$/,
  ],
  "French, in HTML alone": [
    parts({
      report: "mixed",
      text: "Content-Type: text/html; charset=utf-8\n\n<p style='x'>Votre message n’a pas pu être <b>remis</b>.</p><p>Votre message est non remis</p>",
    }),
    undefined,
    /non remis/,
  ],
  "a subject alone, in an encoded word": [
    plain({
      from: "Zustelldienst <zd@example.com>",
      subject: "=?utf-8?Q?Unzustellbar:_Gr=C3=BC=C3=9Fe?=",
      text: "550 Postfach unbekannt",
    }),
    undefined,
    /^550 Postfach unbekannt$/,
  ],
}

const delays: Readonly<Record<string, readonly [message: string, ...Found]>> = {
  Postfix: [
    parts({
      subject: "Delayed Mail (still being retried)",
      text: "Your message could not be delivered for more than 4 hour(s).\nIt will be retried until it is 5 day(s) old.",
      fields: `${to}\nAction: delayed\nStatus: 4.2.0\nDiagnostic-Code: smtp; 450 4.2.0 Greylisted\nWill-Retry-Until: Sat, 5 Dec 2026`,
    }),
    "4.2.0",
    /Greylisted/,
  ],
  sendmail: [
    plain({
      subject: "Warning: could not send message for past 4 hours",
      text: "    ** THIS IS A WARNING MESSAGE ONLY **\n    ** YOU DO NOT NEED TO RESEND YOUR MESSAGE **\n\n   ----- The following addresses had transient non-fatal errors -----\n<bo@example.com>\n\n   ----- Transcript of session follows -----\n451 4.4.1 <bo@example.com>... reply: read error\nWarning: message still undelivered after 4 hours\nWill keep trying until message is 5 days old",
    }),
    "4.4.1",
    /^451 4\.4\.1/,
  ],
  OpenSMTPD: [
    plain({
      subject: "Delivery status notification: warning",
      text: "    A message is delayed for more than 10 minutes.\n\nbo@example.com: Network error on destination MXs\n\n    The message is kept in the queue for up to 4 days.\n\n    Below is a copy of the original message:\n",
    }),
    undefined,
    /is delayed/,
  ],
  "Gmail, without a report": [
    plain({
      subject: "Delivery Status Notification (Delay)",
      text: "There was a problem delivering your message to bo@example.com. Gmail will retry for 46 more hours. You'll be notified if the delivery fails permanently.",
    }),
    undefined,
    /will retry/,
  ],
  "a report without Action": [parts({ fields: `${to}\nStatus: 4.4.7\nDiagnostic-Code: smtp; busy` }), "4.4.7", /busy/],
  "an alias of which one reader waits": [
    parts({ fields: `${failed}\n${to}\nAction: delayed\nStatus: 4.2.2\nDiagnostic-Code: smtp; 452 4.2.2 full` }),
    "4.2.2",
    /full/,
  ],
  "a question to the sender": [
    parts({
      from: "noreply@guests.example",
      fields: `Reporting-MTA: dns; guests.example\nAction: failed\n\n${to}\nDiagnostic-Code: X-Guests-Notice; Sender not pre-approved\nStatus: 4.7.0`,
    }),
    "4.7.0",
    /not pre-approved/,
  ],
}

const disposition = (kind: string) =>
  parts({
    from: "Bo <bo@example.com>",
    subject: "Not read: Your files",
    report: "report; report-type=disposition-notification",
    text: "Your message was deleted without being read.",
  }).replace("message/rfc822", "message/disposition-notification") +
  `Disposition: automatic-action/MDN-sent-automatically; ${kind}\n`

const others: Readonly<Record<string, string>> = {
  "delivered, with the words of a failure": parts({
    text: "Your message was delivered. If it could not be delivered further, you get another report.",
    fields: `${to}\nAction: delivered\nStatus: 2.0.0`,
  }),
  relayed: parts({ text: "It could not be delivered with a report.", fields: `${to}\nAction: relayed\nStatus: 2.0.0` }),
  "an alias of which one reader got it": parts({ fields: `${failed}\n${to}\nAction: delivered\nStatus: 2.1.5` }),
  "a list that was expanded": parts({ fields: `${to}\nAction: expanded (to multi-recipient alias)\n\n${failed}` }),
  "a report without Action that it arrived": parts({
    fields: `${to}\nStatus: 2.0.0`,
    text: "It was rejected nowhere.",
  }),
  "a complaint (RFC 5965)": parts({
    from: "postmaster@example.com",
    report: 'report; report-type="feedback-report"',
    text: "This is an abuse report. The mail was rejected by its reader.\nAction: failed\nStatus: 5.7.1",
    fields: "Feedback-Type: abuse\nUser-Agent: x/1\nVersion: 1",
  }),
  "a receipt that it was displayed": disposition("displayed"),
  "a receipt that it was deleted": disposition("deleted"),
  "a vacation notice with an empty sender": plain({
    from: "Bo <bo@example.com>",
    subject: "Away",
    text: "I have permanently left. Mail to me was rejected by my boss. Mail could not be delivered to my new mailbox.",
  }),
  "a vacation notice of Microsoft 365": plain({
    from: "Bo <bo@example.com>",
    subject: "Automatic reply: Undeliverable files",
    more: "X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent\nAuto-Submitted: auto-generated\n",
    text: "I am back on 5.1.2027. Mail could not be delivered to my phone, 550 1234.",
  }).replace("Return-Path: <>", "Return-Path: <postmaster@tenant.example>"),
  "a vacation notice of a postmaster": plain({
    from: "postmaster@example.com",
    subject: "=?utf-8?Q?Out_of_Office:_Your_files?=",
    text: "The postmaster is away. Mail that could not be delivered waits.",
  }),
  "a vacation notice by sieve": plain({
    from: "postmaster@example.com",
    subject: "Re: Your files",
    more: "Auto-Submitted: auto-replied (vacation)\n",
    text: "Mail could not be delivered to me by phone.",
  }),
  "a Polish answer": plain({
    from: "Bo <bo@example.com>",
    subject: "[Automatyczna =?iso-8859-2?Q?odpowied=BC?=] Your files",
    more: "Precedence: junk\n",
    text: "Nie ma mnie.",
  }),
  "a ticket's number": plain({
    from: "postmaster@example.com",
    subject: "Ticket 550 1234",
    text: "We have your mail.",
  }),
  "a forwarded bounce": `${head({ from: "Bo <bo@example.com>", subject: "Fwd: Undelivered Mail" }).replace("Return-Path: <>\n", "")}Content-Type: multipart/mixed; boundary=f\n\n--f\nContent-Type: text/plain\n\nSee the bounce.\n--f\nContent-Type: message/rfc822\n\n${parts({ fields: failed })}\n--f--\n`,
}

const bytes = (message: string | Buffer) => (typeof message === "string" ? Buffer.from(message) : message)
const ways = [
  (message: Buffer) => message,
  (message: Buffer) => Buffer.from(message.toString("latin1").replaceAll("\n", "\r"), "latin1"),
  (message: Buffer) => Buffer.from(message.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1"),
]

for (const [isFinal, table] of [
  [true, final],
  [false, delays],
] as const)
  for (const [name, [message, status, words]] of Object.entries(table))
    test(`${isFinal ? "a bounce" : "a delay"} is read: ${name}`, () => {
      for (const way of ways) {
        const report = readReport(way(bytes(message)))
        assert.deepEqual([report?.status, report?.isFinal], [status, isFinal])
        assert.match(report?.words ?? "", words)
        assert.doesNotMatch(report?.words ?? "", /@|\ufffd/)
      }
    })

for (const [name, message] of Object.entries(others))
  test(`this is no bounce: ${name}`, () => {
    for (const way of ways) assert.equal(readReport(way(bytes(message))), undefined)
  })

test("a bounce that is cut anywhere ends within bounds", () => {
  for (const [message] of [...Object.values(final), ...Object.values(delays)])
    for (let end = 0; end < message.length; end += 13) {
      const report = readReport(bytes(message).subarray(0, end))
      assert.ok(report === undefined || report.words.length <= 300)
    }
})
