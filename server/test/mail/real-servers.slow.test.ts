import assert from "node:assert/strict"
import { generateKeyPairSync } from "node:crypto"
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { openImapBounces } from "#adapters/mail/bounces/imap-bounces.ts"
import type { Bounce, MailError, MailMessage } from "#adapters/mail/port.ts"
import { openSmtp } from "#adapters/mail/smtp.ts"
import { checkMail } from "#command/check-mail.ts"
import { keptLog } from "#command/finding.ts"
import { readSettings } from "#config/settings.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { selfSigned } from "#test/support/edge/pebble.ts"
import { openDovecot } from "#test/support/mail/dovecot.ts"
import { policyServer } from "#test/support/mail/policy-server.ts"
import { openPostfix } from "#test/support/mail/postfix.ts"
import { skipWithoutMailServers as skip } from "#test/support/mail/run-program.ts"
import { verifyDkim } from "#test/support/mail/verify-dkim.ts"
import { plainSender } from "#test/support/stand-ins/plain-sender.ts"

const password = "p@ss:word"
const from = "shop@studio.example"
const bounces = "bounces@studio.example"

/** How long a server at the end of the way defers a mail before it refuses it. */
const deferredMs = 60_000

async function openServers(t: TestContext) {
  const folder = temporaryFolder(t)
  chmodSync(folder, 0o755)
  const certificate = selfSigned(folder)
  const greylist = await policyServer(t, (_reader, { times }) => (times > 1 ? "DUNNO" : "DEFER_IF_PERMIT Greylisted"))
  const far = await policyServer(t, (_reader, { sinceMs }) =>
    sinceMs < deferredMs ? "DEFER Not now" : "REJECT 5.1.1 The mailbox of <gone@far.example> is gone",
  )
  writeFileSync(join(folder, "checks"), "/^Subject: .*forbidden/ REJECT This text is not wanted\n")
  const signedIn = {
    ...{ smtpd_sasl_auth_enable: "yes", smtpd_sasl_type: "dovecot", smtpd_sasl_path: "private/auth" },
    ...{ smtpd_tls_cert_file: certificate.certificate, smtpd_tls_key_file: certificate.privateKey },
    smtpd_relay_restrictions: "permit_sasl_authenticated, reject_unauth_destination",
    smtpd_recipient_restrictions: "permit_sasl_authenticated, reject",
  }
  const ports = await openPostfix(t, {
    folder,
    mailboxes: [..."ada bo cy di почта".split(" ").map((name) => `${name}@reader.example`), bounces],
    settings: ({ far, ascii }) => ({
      header_checks: `regexp:${join(folder, "checks")}`,
      ...{ minimal_backoff_time: "5s", maximal_backoff_time: "5s", queue_run_delay: "2s" },
      transport_maps: `inline:{ {far.example=smtp:[127.0.0.1]:${far}} {old.example=smtp:[127.0.0.1]:${ascii}} }`,
    }),
    ports: {
      plain: { smtputf8_enable: "yes" },
      ascii: { smtputf8_enable: "no" },
      closed: { smtpd_relay_restrictions: "reject_unauth_destination", mynetworks: "192.0.2.0/24" },
      startTls: { ...signedIn, smtpd_tls_security_level: "encrypt" },
      tls: { ...signedIn, smtpd_tls_wrappermode: "yes" },
      greylist: { smtpd_recipient_restrictions: `check_policy_service inet:127.0.0.1:${greylist}` },
      slowGreeting: { smtpd_delay_reject: "no", smtpd_client_restrictions: "sleep 12" },
      slowEnd: { smtpd_end_of_data_restrictions: "sleep 25" },
      far: { smtpd_recipient_restrictions: `check_policy_service inet:127.0.0.1:${far}` },
    },
  })
  const imap = await openDovecot(t, { folder, password, certificate })
  return { folder, ports, imap }
}

type Servers = Awaited<ReturnType<typeof openServers>>

const letter = (id: string, more: Partial<MailMessage> = {}): MailMessage => ({
  ...{ id, to: "ada@reader.example", subject: "Your files", text: "Hello,\n\nhere are your files.\n" },
  ...more,
})

/** The copies of a mail in a mailbox. */
async function copiesOf({ folder }: Servers, id: string, name = "ada"): Promise<string[]> {
  const place = join(folder, "mail", name, "new")
  const files = existsSync(place) ? readdirSync(place).map((file) => readFileSync(join(place, file), "utf8")) : []
  return files.filter((text) => text.includes(`Message-ID: <${id}@`))
}

async function arrives(servers: Servers, id: string, name = "ada"): Promise<string> {
  for (;;) {
    const [copy] = await copiesOf(servers, id, name)
    if (copy !== undefined) return copy
    await sleep(50)
  }
}

async function failureOf(sending: Promise<void>): Promise<MailError> {
  const error = await sending.then(
    () => undefined,
    (error: MailError) => error,
  )
  assert.ok(error, "the mail was taken")
  assert.doesNotMatch(error.message, /@|p@ss/)
  return error
}

const addressOf = (port: number, user = "") => `smtp://${user}127.0.0.1:${port}`
const user = `shop:${encodeURIComponent(password)}@`
const token = "0123456789abcdef01234567"
const otherToken = "76543210fedcba9876543210"
const sender = plainSender(from, { mailBounces: bounces })

test("real servers take, refuse, defer, delay and return mail", { skip, concurrency: true }, async (t) => {
  const servers = await openServers(t)
  const { ports, imap } = servers
  const at = (t: TestContext, port: number, user = "") => {
    const mail = openSmtp(addressOf(port, user), sender)
    t.after(() => mail.close())
    return mail
  }
  const check = (name: string, run: (t: TestContext) => Promise<void>) => t.test(name, run)

  await Promise.all([
    check("without TLS and password, a mail arrives once, with the sender for its bounces", async (t) => {
      await at(t, ports.plain).send(letter("plain", { bounceToken: token }))
      const copy = await arrives(servers, "plain")
      assert.ok(copy.startsWith(`Return-Path: <bounces+${token}@studio.example>`))
      assert.match(copy, /^Received: from studio\.example \(/m)
      assert.equal((await copiesOf(servers, "plain")).length, 1)
    }),

    check("with STARTTLS, with TLS and with a password", async (t) => {
      await at(t, ports.startTls, user).send(letter("start-tls"))
      assert.match(await arrives(servers, "start-tls"), /with ESMTPSA/)
      const mail = openSmtp(addressOf(ports.tls, user).replace("smtp", "smtps"), sender)
      t.after(() => mail.close())
      await mail.send(letter("tls"))
      assert.match(await arrives(servers, "tls"), /with ESMTPSA/)
    }),

    check(
      "a wrong password, a missing one, an unknown certificate and a closed relay are the operator's",
      async (t) => {
        const wrong = await failureOf(at(t, ports.startTls, "shop:wrong@").send(letter("wrong")))
        assert.deepEqual([wrong.verdict, wrong.fault.step, wrong.fault.code], ["ours", "sign_in", 535])
        const missing = await failureOf(at(t, ports.startTls).send(letter("missing")))
        assert.deepEqual([missing.verdict, missing.fault.step], ["ours", "reader"])
        const strict = openSmtp(`${addressOf(ports.startTls, user)}?tls.rejectUnauthorized=true`, sender)
        const unknown = await failureOf(strict.send(letter("unknown")))
        assert.deepEqual([unknown.verdict, unknown.fault.step], ["ours", "tls"])
        const closed = await failureOf(at(t, ports.closed).send(letter("closed", { to: "ada@elsewhere.example" })))
        assert.deepEqual([closed.verdict, closed.fault.step, closed.fault.status], ["ours", "reader", "5.7.1"])
        for (const id of ["wrong", "missing", "unknown"]) assert.deepEqual(await copiesOf(servers, id), [])
      },
    ),

    check("a refused reader and a refused text end their mail alone", async (t) => {
      const mail = at(t, ports.plain)
      const reader = await failureOf(mail.send(letter("unknown-reader", { to: "unknown@reader.example" })))
      const { step, code, status, words } = reader.fault
      assert.deepEqual([reader.verdict, step, code, status], ["refused", "reader", 550, "5.1.1"])
      assert.match(words, /User unknown in virtual mailbox table/)
      const text = await failureOf(mail.send(letter("forbidden", { subject: "A forbidden text" })))
      assert.deepEqual([text.verdict, text.fault.step], ["refused", "end"])
      assert.match(text.fault.words, /This text is not wanted/)
      await mail.send(letter("after", { to: "bo@reader.example" }))
      await arrives(servers, "after", "bo")
    }),

    check("an address in another script needs SMTPUTF8, and its header is as it is typed", async (t) => {
      const [wide, ascii] = [at(t, ports.plain), at(t, ports.ascii)]
      assert.deepEqual([await wide.takesUtf8?.(), await ascii.takesUtf8?.()], [true, false])
      const to = "почта@reader.example"
      await wide.check?.(to)
      await wide.send(letter("wide", { to, fromName: "Käthe", bounceToken: token }))
      const copy = await arrives(servers, "wide", "почта")
      assert.match(copy, /^To: почта@reader\.example$/m)
      assert.match(copy, /^Received: .*\n?.*with UTF8SMTP/m)
      assert.ok(copy.startsWith(`Return-Path: <bounces+${token}@studio.example>`))
      const refused = await failureOf(ascii.send(letter("narrow", { to })))
      assert.deepEqual([refused.verdict, refused.fault.status], ["refused", "5.6.7"])
      await ascii.send(letter("narrow-ascii", { to: "bo@reader.example" }))
      await arrives(servers, "narrow-ascii", "bo")
    }),

    check("a greylist takes the second try", async (t) => {
      const mail = at(t, ports.greylist)
      const first = await failureOf(mail.send(letter("grey")))
      assert.deepEqual([first.verdict, first.fault.step, first.fault.code], ["later", "reader", 450])
      await mail.send(letter("grey"))
      await arrives(servers, "grey")
      assert.equal((await copiesOf(servers, "grey")).length, 1)
    }),

    check("a server that greets after 12 s gets one mail", async (t) => {
      const began = performance.now()
      await at(t, ports.slowGreeting).send(letter("slow-greeting", { to: "cy@reader.example" }))
      assert.ok(performance.now() - began > 11_900)
      await arrives(servers, "slow-greeting", "cy")
      assert.equal((await copiesOf(servers, "slow-greeting", "cy")).length, 1)
    }),

    check("a server that answers the text after 25 s gets one mail, and no other waits for it", async (t) => {
      const mail = at(t, ports.slowEnd)
      const began = performance.now()
      const all = [1, 2, 3, 4].map((n) => mail.send(letter(`slow-${n}`, { to: "di@reader.example" })))
      await mail.send(letter("slow-awaited", { to: "di@reader.example", isAwaited: true }))
      const lasted = performance.now() - began
      assert.ok(lasted > 24_900 && lasted < 45_000, `${lasted}`)
      await Promise.all(all)
      for (const id of ["slow-1", "slow-2", "slow-3", "slow-4", "slow-awaited"]) {
        await arrives(servers, id, "di")
        assert.equal((await copiesOf(servers, id, "di")).length, 1)
      }
    }),

    check("a bounce that comes a minute later is read once, by IMAP, and names its mail", async (t) => {
      const url = `imap://bounces:${encodeURIComponent(password)}@127.0.0.1:${imap.imap}/INBOX`
      const mailbox = openImapBounces({ url, address: bounces })
      await openImapBounces({
        url: url.replace("imap:", "imaps:").replace(`${imap.imap}`, `${imap.imaps}`),
        address: bounces,
      }).check()
      await assert.rejects(openImapBounces({ url: url.replace(/:[^:@]+@/, ":wrong@"), address: bounces }).check())
      const mail = at(t, ports.plain)
      await mail.send(letter("not-a-bounce", { to: bounces }))
      await arrives(servers, "not-a-bounce", "bounces")
      const began = performance.now()
      await mail.send(letter("far-away", { to: "gone@far.example", bounceToken: token }))

      await mail.send(letter("far-old", { to: "почта@old.example", bounceToken: otherToken }))

      const noted: Bounce[] = []
      while (noted.length < 2) {
        await sleep(1_000)
        await mailbox.read(async (bounce) => noted.push(bounce))
      }
      assert.ok(performance.now() - began > deferredMs)
      assert.deepEqual(
        noted.map(({ words, ...rest }) => rest),
        [
          { token: otherToken, status: "5.6.7", isFinal: true },
          { token, status: "5.1.1", isFinal: true },
        ],
      )
      assert.match(noted[0]?.words ?? "", /SMTPUTF8 is required/)
      assert.match(noted[1]?.words ?? "", /^554 5\.1\.1 .*The mailbox of <…> is gone/)
      await mailbox.read(async (bounce) => noted.push(bounce))
      assert.equal(noted.length, 2)
    }),

    check("the operator's check tells real servers apart, and sends nothing", async () => {
      const says = async (url: string) => {
        const settings = readSettings({ SVC_MAIL_URL: url, SVC_OPERATORS: "bo@reader.example", SVC_MAIL_FROM: from })
        const over = new AbortController().signal
        const { state, says } = await checkMail({ settings, log: keptLog(), over })
        return `${state} ${says}`
      }
      assert.match(await says(addressOf(ports.plain)), /^fine/)
      assert.match(await says(addressOf(ports.startTls, user)), /^fine/)
      assert.match(await says(addressOf(ports.startTls, "shop:wrong@")), /refuses the user or the password/)
      assert.match(await says(addressOf(ports.startTls)), /wants a password/)
      assert.match(await says(`${addressOf(ports.startTls, user)}?tls.rejectUnauthorized=true`), /certificate/)
      assert.match(await says(addressOf(ports.tls, user)), /says nothing/)
      assert.match(await says(addressOf(ports.plain).replace("smtp", "smtps")), /speaks no TLS/)
      assert.match(await says(addressOf(ports.slowGreeting)), /^fine/)
      assert.match(await says(addressOf(ports.greylist)), /^warning .*later/)
      assert.equal((await copiesOf(servers, "doctor")).length, 0)
    }),

    check(
      "a signed mail is signed when it arrives, too, in each script, with both fields of List-Unsubscribe",
      async (t) => {
        const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
        const mailDkimKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString()
        const mail = openSmtp(addressOf(ports.plain), plainSender(from, { mailDkimKey }))
        t.after(() => mail.close())
        const more = { subject: "Grüße 🎨", html: `<p>${"é ".repeat(900)}</p>`, offUrl: "https://studio.example/off/1" }
        await mail.send(letter("signed", more))
        const copy = await arrives(servers, "signed")
        assert.match(copy, /^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=studio\.example;/m)
        const key = publicKey.export({ type: "spki", format: "der" }).toString("base64")
        const records = { "atelier._domainkey.studio.example.": `v=DKIM1; p=${key}` }
        const names = verifyDkim(copy, records)
        for (const name of ["from", "to", "subject", "message-id", "list-unsubscribe", "list-unsubscribe-post"])
          assert.ok(names?.includes(name), name)
        assert.equal(verifyDkim(copy.replace("/off/1", "/off/2"), records), undefined)
        await mail.send(letter("signed-wide", { ...more, to: "почта@reader.example" }))
        assert.ok(verifyDkim(await arrives(servers, "signed-wide", "почта"), records))
      },
    ),
  ])
})
