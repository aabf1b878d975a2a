import assert from "node:assert/strict"
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type TestContext, test } from "node:test"
import { handbook } from "#test/support/basics/handbook.ts"
import { until } from "#test/support/basics/until.ts"
import { objectIn, runInProcess } from "#test/support/command/run-in-process.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { selfSigned } from "#test/support/edge/pebble.ts"
import { openDovecot } from "#test/support/mail/dovecot.ts"
import { policyServer } from "#test/support/mail/policy-server.ts"
import { openPostfix } from "#test/support/mail/postfix.ts"
import { skipWithoutMailServers as skip } from "#test/support/mail/run-program.ts"
import { verifyDkim } from "#test/support/mail/verify-dkim.ts"
import { openBrowserAt } from "#test/support/pages/over-http.ts"
import { askForCode } from "#test/support/pages/simple-browser.ts"
import { shell } from "#test/support/processes/programs.ts"
import { type ServerProcess, serverProgram, startServer } from "#test/support/processes/server-process.ts"

const password = "p@ss:word"
const words = "554 5.1.1 <…>: Recipient address rejected: The mailbox of <…> is gone"

const toFar = (domain: string, port: number) => `{${domain}=smtp:[127.0.0.1]:${port}}`

/** A mail server that takes every mail, and a mailbox for bounces. No reader off `reader.example` has a mailbox. */
async function openServers(t: TestContext) {
  const folder = temporaryFolder(t)
  chmodSync(folder, 0o755)
  const gone = await policyServer(t, (reader) => `REJECT 5.1.1 The mailbox of <${reader}> is gone`)
  const ports = await openPostfix(t, {
    folder,
    mailboxes: ["ada@reader.example", "bounces@studio.example"],
    settings: ({ far }) => ({ transport_maps: `inline:{ ${toFar("far.example", far)} ${toFar("example.com", far)} }` }),
    ports: { plain: {}, far: { smtpd_recipient_restrictions: `check_policy_service inet:127.0.0.1:${gone}` } },
  })
  const { imap } = await openDovecot(t, { folder, password, certificate: selfSigned(folder) })
  const mailsOf = (name: string): string[] => {
    const places = ["new", "cur"].map((state) => join(folder, "mail", name, state)).filter(existsSync)
    return places.flatMap((place) => readdirSync(place).flatMap((file) => readIfThere(join(place, file))))
  }
  return { smtp: ports.plain, imap, mailsOf }
}

/** Dovecot moves mails that were seen. */
function readIfThere(file: string): string[] {
  try {
    return [readFileSync(file, "utf8")]
  } catch {
    return []
  }
}

/** Makes a key as the handbook says. Returns its file, and the text of the record. */
function makeKey(t: TestContext): { file: string; record: string } {
  const run = (command: string) => shell(handbook(command), {}, folder)
  const folder = temporaryFolder(t)
  run("openssl genrsa -out dkim.pem 2048")
  const key = run("openssl rsa -in dkim.pem -pubout -outform DER | openssl base64 -A")
  return { file: join(folder, "dkim.pem"), record: `v=DKIM1; k=rsa; p=${key}` }
}

async function buy({ url }: ServerProcess, buyerEmail: string): Promise<void> {
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { "content-type": "application/json", accept: "application/json" }
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
    return (await response.json()) as Record<string, unknown>
  }
  const { sessionId } = await post("/api/pay/demo/checkout", { buyerEmail })
  await post(`/sandbox/sessions/${sessionId}/pay`, { card: "4242424242424242" })
  assert.equal((await post("/api/pay/demo/verify", { sessionId })).fulfilled, true)
}

test("a receipt and a code that come back are shown with the reason; all mails are signed", { skip }, async (t) => {
  const { smtp, imap, mailsOf } = await openServers(t)
  const { file, record } = makeKey(t)
  const settings = {
    SVC_DATA_DIR: temporaryFolder(t),
    SVC_MAIL_URL: `smtp://127.0.0.1:${smtp}`,
    SVC_MAIL_FROM: "studio@studio.example",
    SVC_MAIL_DKIM_KEY_FILE: file,
    SVC_MAIL_BOUNCES: "bounces@studio.example",
    SVC_MAIL_BOUNCES_URL: `imap://bounces:${encodeURIComponent(password)}@127.0.0.1:${imap}/INBOX`,
    SVC_OPERATORS: "ada@reader.example",
  }
  const { checks } = objectIn(await runInProcess(["doctor", "--json"], settings)) as {
    checks: { check: string; state: string; says: string }[]
  }
  const said = checks
    .filter(({ says }) => /mail server|bounces/.test(says))
    .map(({ state, says }) => `${state}: ${says}`)
  assert.deepEqual(said, [
    "fine: The mail server takes mail from this service. No mail was sent.",
    "fine: The mailbox of the bounces opens.",
  ])
  assert.deepEqual(mailsOf("ada"), [])

  const first = await startServer(t, settings)
  await until(async () => first.output().includes("/api/og"))
  const seller = openBrowserAt(first.url)
  const link = await seller.visit(/\/sign-in\/link\/\S+/.exec(first.output())?.[0] ?? "")
  assert.equal((await seller.send(link.form("Sign in"))).status, 303)
  await buy(first, "ada@reader.example")
  await buy(first, "gone@far.example")
  const visitor = openBrowserAt(first.url)
  const codePage = (await askForCode(visitor, "lost@far.example")).form("Sign in").action
  const isBack = (reader: string) => mailsOf("bounces").some((mail) => mail.includes(reader))
  await until(async () => isBack("gone@far.example") && isBack("lost@far.example") && mailsOf("ada").length === 1)
  const [receipt = ""] = mailsOf("ada")
  assert.match(receipt, /^Return-Path: <bounces\+[0-9a-f]{24}@studio\.example>/)
  const signed = verifyDkim(receipt, { "atelier._domainkey.studio.example.": record })
  for (const field of ["from", "to", "subject", "message-id"]) assert.ok(signed?.includes(field), field)
  first.process.kill("SIGTERM")
  await first.ended

  const early = new URL("../support/processes/early-sweeps.js", import.meta.url)
  const second = await startServer(t, settings, [process.execPath, "--import", early.href, serverProgram])
  const [sellerNow, visitorNow] = [openBrowserAt(second.url), openBrowserAt(second.url)]
  for (const [now, before] of [
    [sellerNow, seller],
    [visitorNow, visitor],
  ] as const)
    for (const [name, value] of before.cookies) now.cookies.set(name, value)
  const purchases = async () => {
    const { html } = await sellerNow.visit("/console/list-purchases?workspace=studio&input={}", {
      accept: "application/json",
    })
    return (JSON.parse(html) as { items: { buyerEmail: string; mail: object }[] }).items
  }
  const mailTo = async (email: string) => (await purchases()).find(({ buyerEmail }) => buyerEmail === email)?.mail
  await until(async () => !isBack("gone@far.example") && !isBack("lost@far.example"))
  const { at, ...mail } = (await mailTo("gone@far.example")) as { at: number }
  assert.deepEqual(mail, { state: "bounced", reason: "no-mailbox", words })
  assert.deepEqual({ ...(await mailTo("ada@reader.example")), at }, { state: "taken", reason: null, words: null, at })
  const page = await visitorNow.visit(codePage)
  assert.match(page.text, /Your code didn’t arrive.*lost@far\.example\. There is no mailbox with this address\./)
})
