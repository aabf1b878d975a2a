import assert from "node:assert/strict"
import { test } from "node:test"
import { MailError, type MailStep } from "./port.ts"
import { mailErrorAt } from "./smtp-fault.ts"

const answer = (step: MailStep, response: string, to = "bo@example.com") =>
  mailErrorAt(step, Object.assign(new Error("Failed"), { response }), to)

const lines = (text: string) => text.split("\n").map((line) => line.trim())

/** Replies of servers in use, as their operators and senders publish them. */
const replies: Readonly<Record<string, readonly (readonly [MailStep, string])[]>> = {
  refused: [
    ["reader", "550 5.1.1 <bo@example.com>: Recipient address rejected: User unknown in virtual mailbox table"],
    ["reader", "550 5.1.1 <bo@example.com>: Recipient address rejected: User unknown in relay recipient table"],
    ["reader", "550-5.1.1 The email account that you tried to reach does not exist. Please try"],
    ["reader", "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)."],
    ["reader", "550 5.4.1 Recipient address rejected: Access denied. [DB5EUR03FT046.eop-EUR03.prod]"],
    ["reader", "550 No such user here"],
    ["reader", "552 5.2.2 <bo@example.com>: Mailbox is full / Blocks limit exceeded"],
    ["reader", "553 5.1.3 <bo@@example.com>: Recipient address rejected: bad address syntax"],
    ["reader", "550 5.1.6 <bo@example.com>: Mailbox has moved, relay not permitted"],
    ["reader", "554 5.1.10 <bo@example.com>: Domain example.com does not accept mail (nullMX)"],
    ["reader", "554 delivery error: dd This user doesn't have a yahoo.com account [0] - mta4045.mail.bf1"],
    ["end", "554 5.7.1 Spam message rejected"],
    ["end", "552-5.7.0 This message was blocked because its content presents a potential"],
    ["end", "552 5.3.4 Message size exceeds fixed limit"],
    [
      "reader",
      "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed",
    ],
    ["end", "550 5.7.124 RESOLVER.RST.SenderNotInAllowedSendersForGroup; sender not in group's allowed-senders list"],
    [
      "end",
      "554 5.7.0 < #5.7.133 smtp;550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required>",
    ],
    ["end", "550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy"],
    ["end", "550 Rejected by header based manually Blocked Senders: https://community.mimecast.com"],
    ["reader", "550-5.2.1 The email account that you tried to reach is disabled."],
    ["reader", "550 This account is suspended"],
  ],
  ours: [
    ["greeting", "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org"],
    ["greeting", "501 5.0.0 Invalid domain name"],
    ["sign_in", "535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6"],
    ["sign_in", "534-5.7.9 Application-specific password required."],
    ["sender", "530 5.7.57 Client not authenticated to send mail."],
    ["sender", "550 5.1.8 Access denied, bad outbound sender"],
    ["sender", "553 5.7.1 <shop@example.com>: Sender address rejected: not owned by user ada"],
    ["reader", "454 4.7.1 <bo@example.com>: Relay access denied"],
    ["reader", "554 5.7.1 <bo@example.com>: Relay access denied"],
    ["reader", "554 5.7.1 <bo@example.com>: Recipient address rejected: Access denied"],
    ["reader", "550 relay not permitted"],
    ["reader", "550 5.7.1 Unable to relay"],
    ["reader", "530 5.7.0 Must issue a STARTTLS command first."],
    ["reader", "504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname"],
    ["reader", "550-Verification failed for <shop@example.com>\n550 Sender verify failed"],
    ["reader", "554 5.7.1 <host[192.0.2.1]>: Client host rejected: Access denied"],
    ["end", "550 5.7.1 Unauthenticated email from example.com is not accepted due to domain's DMARC policy."],
    ["end", "550-5.7.26 This mail has been blocked because the sender is unauthenticated."],
    ["end", "550 5.7.23 The message was rejected because of Sender Policy Framework violation"],
    ["end", "550 5.7.60 SMTP; Client does not have permissions to send as this sender"],
    ["end", "550-5.4.5 Daily user sending limit exceeded."],
    [
      "end",
      "550 Domain studio.example has exceeded the max emails per hour (100/100 (100%)) allowed. Message discarded.",
    ],
    ["reader", "550 Domain studio.example has exceeded the max defers and failures per hour (5/5 (100%)) allowed."],
    ["end", "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException"],
    ["end", "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients"],
    ["end", "550 sorry, too many emails (#5.7.1)"],
    ["end", "550 5.4.6 Unusual sending activity detected. Please try after sometime"],
    ["end", "550 User has exceeded outgoing email quota"],
    ["end", "552 5.7.0 Number of messages sent today exceeded"],
    [
      "end",
      "554 Message rejected: Email address is not verified. The following identities failed the check in region X",
    ],
    ["end", "554 Message rejected: Sending paused for this account."],
    [
      "end",
      "550 The from address does not match a verified Sender Identity. Mail cannot be sent until this is resolved.",
    ],
    ["end", "554 5.2.252 SendAsDenied; shop@example.com not allowed to send as bo@example.com"],
    ["reader", "550-Requested action not taken: mailbox unavailable\r\n550 Sender address is not allowed."],
    ["reader", "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
    ["reader", "550 SMTP AUTH is required for message submission on port 587"],
    ["reader", "550 5.7.1 Your IP address has been blocked"],
    ["reader", "554 Your access to this mail system has been rejected due to the sending MTA's poor reputation."],
    ["end", "550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP."],
  ],
  later: [
    ["greeting", "421 4.3.2 concurrent connections limit exceeded"],
    ["sign_in", "454 4.7.0 Temporary authentication failure: Connection lost to authentication server"],
    [
      "reader",
      "450 4.2.0 <bo@example.com>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/",
    ],
    ["reader", "452 4.2.2 The email account that you tried to reach is over quota."],
    ["reader", "421 4.7.0 Too much mail from this client host, blocked using a block list"],
    ["reader", "503 5.5.1 Bad sequence of commands"],
    ["end", "451 4.7.1 Try again later"],
    ["end", "450 4.7.1 End-of-data rejected: Number messages per hour exceeded. Error:RATE_MSG"],
    ["sender", "452 4.4.5 Maximum number of messages per session exceeded."],
    ["end", "421 4.4.2 host.example Error: timeout exceeded"],
  ],
}

test("replies of servers in use end a mail, ask for a later try, or are the operator's to mend", () => {
  for (const [verdict, given] of Object.entries(replies))
    for (const [step, response] of given) {
      const error = answer(step, response)
      assert.deepEqual([error.verdict, error.fault.step], [verdict, step], response)
      assert.equal(error.fault.code, Number(response.slice(0, 3)))
    }
})

test("a reply's lines become one text, with both codes apart from it and without anybody's address", () => {
  const { fault } = answer(
    "reader",
    lines(`550-5.1.1 The account <Bo.Ek+x@Example.COM> of "bo" that you, shop@studio.example,
           550-5.1.1 tried to reach does not exist.\t(see postmaster=40x@example.org)
           550 5.1.1 https://support.example/p=NoSuchUser u8-20a.12`).join("\r\n"),
  )
  assert.deepEqual(fault, {
    ...{ step: "reader", code: 550, status: "5.1.1" },
    words:
      'The account <…> of "…" that you, …, tried to reach does not exist. (see postmaster=…) https://support.example/p=NoSuchUser u8-20a.12',
  })
  const long = answer("end", `554 ${"ß\u0000\u202e ".repeat(400)}`)
  assert.ok(long.fault.words.length <= 300 && !/[\p{C}]/u.test(long.fault.words))
  for (const part of ["a", "a@", "<", "@ ", "\u0000x"])
    assert.ok(answer("end", `554 ${part.repeat(500_000)}`).fault.words.length <= 300)
  assert.doesNotMatch(String(answer("reader", "550 <bo>@[192.0.2.1], bö@exämple.com, 'bo'").message), /bo|bö|exäm/)
})

test("a server without words is asked later, unless the text went or its certificate is the cause", () => {
  const silent = (step: MailStep, code: string, originalCode?: string) =>
    mailErrorAt(step, Object.assign(new Error("Connection closed"), { code, originalCode })).verdict
  assert.equal(silent("connect", "ESOCKET", "ECONNREFUSED"), "later")
  assert.equal(silent("connect", "EDNS", "ENOTFOUND"), "later")
  assert.equal(silent("tls", "ESOCKET", "DEPTH_ZERO_SELF_SIGNED_CERT"), "ours")
  assert.equal(silent("tls", "ESOCKET", "ECONNRESET"), "later")
  assert.equal(silent("sign_in", "EAUTH"), "ours")
  assert.equal(silent("reader", "ETIMEDOUT"), "later")
  assert.equal(silent("text", "ECONNECTION"), "later")
  assert.equal(silent("end", "ECONNECTION"), "lost")
  assert.equal(silent("end", "ETIMEDOUT"), "lost")
  assert.deepEqual([silent("sender", "EMESSAGE"), silent("end", "EMESSAGE")], ["refused", "lost"])
  const kept = new MailError("later", { step: "reader", words: "" })
  assert.equal(mailErrorAt("end", kept), kept)
})

test("a server that knows no addresses in other scripts refuses such a reader", () => {
  assert.equal(answer("reader", "500 5.5.2 Error: bad UTF-8 syntax", "юля@example.com").verdict, "refused")
  assert.equal(
    answer("reader", "553 5.6.7 Must declare SMTPUTF8 to permit unicode address", "юля@example.com").verdict,
    "refused",
  )
  assert.equal(answer("reader", "500 5.5.2 Error: command not recognized").verdict, "ours")
})
