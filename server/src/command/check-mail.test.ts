import assert from "node:assert/strict"
import { test } from "node:test"
import { readSettings } from "#config/settings.ts"
import { type SmtpMoment, scriptedSmtp } from "#test/support/stand-ins/scripted-smtp.ts"
import { smtpServer } from "#test/support/stand-ins/smtp-server.ts"
import { checkMail } from "./check-mail.ts"
import { keptLog } from "./finding.ts"

const examined = async (SVC_MAIL_URL: string) => {
  const settings = readSettings({ SVC_MAIL_URL, SVC_OPERATORS: "ada@example.com", SVC_MAIL_FROM: "shop@example.com" })
  const { state, says, remedy = "" } = await checkMail({ settings, log: keptLog(), over: new AbortController().signal })
  assert.doesNotMatch(says, /secret/)
  return `${state}: ${says} ${remedy}`
}

test("doctor tells a closed port, an unknown host, and a port that is or is not for TLS apart", async (t) => {
  assert.match(await examined("smtp://127.0.0.1:1"), /^broken: The port is closed: nothing listens at 127\.0\.0\.1:1/)
  assert.match(await examined("smtp://mail.invalid"), /^broken: No host has the name/)
  const { url } = await smtpServer(t)
  assert.match(
    await examined(url.replace("smtp", "smtps")),
    /^broken: The mail server speaks no TLS .* smtp:\/\/ in place/,
  )
  const silent = await scriptedSmtp(t, { connect: "hang up" })
  assert.match(await examined(silent.url), /^broken: The mail server does not greet: .*smtps:/)
})

test("doctor tells an unknown certificate, and a server that cannot encrypt, from a wrong password", async (t) => {
  const onAuth = (_auth: unknown, _session: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error("5.7.8 wrong"), { responseCode: 535 }))
  const secure = { disabledCommands: [], onAuth }
  const withPassword = ({ url }: { url: string }) => url.replace("//", "//shop:secret@")
  const there = withPassword(await smtpServer(t, secure, "127.0.0.2"))
  assert.match(
    await examined(there),
    /^broken: The mail server's certificate is not trusted: .*tls\.rejectUnauthorized=false/,
  )
  const wrong = /^broken: The mail server refuses the user or the password: 535 5\.7\.8 wrong Correct user/
  assert.match(await examined(`${there}?tls.rejectUnauthorized=false`), wrong)
  assert.match(await examined(withPassword(await smtpServer(t, secure))), wrong)
  const tokensOnly = { disabledCommands: [], authMethods: ["XOAUTH2"] }
  assert.match(
    await examined(withPassword(await smtpServer(t, tokensOnly))),
    /^broken: The mail server does not know this way to sign in: 50\d .*authMethod=LOGIN/,
  )
  const plain = withPassword(await smtpServer(t, {}, "127.0.0.2"))
  assert.match(await examined(plain), /^broken: The connection cannot be encrypted/)
})

const answers: readonly (readonly [SmtpMoment, string, RegExp])[] = [
  ["MAIL", "530 5.7.0 Authentication required", /^broken: The mail server wants a password: 530 .*user:password@host/],
  ["RCPT", "554 5.7.1 <ada@example.com>: Relay access denied", /^broken: The mail server wants a password: 554/],
  [
    "MAIL",
    "553 5.7.1 <shop@example.com>: not owned by user",
    /^broken: The mail server refuses the sender: .*SVC_MAIL_FROM/,
  ],
  ["RCPT", "550 5.7.1 Client host rejected", /^broken: The mail server refuses this service: 550 5\.7\.1 Client host/],
  ["RCPT", "550 5.1.1 <ada@example.com>: unknown", /^warning: .*refuses the first operator.*SVC_OPERATORS/],
  ["RCPT", "450 4.2.0 Greylisted", /^warning: The mail server asks to be tried later: 450/],
  ["QUIT", "221 Bye", /^fine: The mail server takes mail from this service/],
]

for (const [moment, reply, says] of answers)
  test(`doctor says what "${reply}" means at ${moment}`, async (t) => {
    const { url, moments } = await scriptedSmtp(t, { [moment]: reply })
    const said = await examined(url)
    assert.match(said, says)
    assert.doesNotMatch(said, /@example\.com/)
    assert.ok(!moments.includes("DATA"))
  })
