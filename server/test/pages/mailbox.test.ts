import assert from "node:assert/strict"
import { test } from "node:test"
import { readSettings } from "#config/settings.ts"
import { mailboxPath } from "#surfaces/pages/mailbox/load.ts"
import { askForCode, newestMail, openBrowser } from "#test/support/pages/simple-browser.ts"
import { pageWorld } from "#test/support/worlds/page-world.ts"

test("200: the mailbox lists mails, newest first, and their links work", async (t) => {
  const world = await pageWorld(t)
  const browser = openBrowser(world)
  await askForCode(browser, "ada@example.com")
  await newestMail(world, "ada@example.com")
  const asked = await askForCode(browser, "bo@example.com")
  const { subject, code } = await newestMail(world, "bo@example.com")
  const { href = "" } = asked.links.find(({ text }) => text === "mailbox") ?? {}

  const mailbox = await world.visit(href)
  assert.equal(mailbox.headers["cache-control"], "no-store")
  assert.deepEqual(
    mailbox.rows.map(({ text }) => /To (\S+),/.exec(text)?.[1]),
    ["bo@example.com", "ada@example.com"],
  )
  const [newest] = mailbox.links
  assert.equal(newest?.text, subject)

  const mail = await world.visit(newest?.href ?? "")
  assert.equal(mail.title, subject)
  assert.ok(mail.text.includes(code))
  assert.deepEqual(mail.all("main script, main img"), [])
  const [frame] = mail.all("main iframe")
  const html = await world.visit(frame?.getAttribute("src") ?? "")
  assert.ok(html.text.includes(code), "the frame has the mail's HTML")
  assert.match(String(html.headers["content-security-policy"]), /^default-src 'none';.*sandbox allow-popups/)
  assert.match(String(mail.headers["content-security-policy"]), /frame-src http:\/\/localhost:3000;/)
  const link = mail.links.find(({ href }) => href.includes("/sign-in/link/"))
  assert.equal((await browser.visit(new URL(link?.href ?? "").pathname)).status, 200)
})

test("404 for a file that is no mail, at any path", async (t) => {
  const world = await pageWorld(t)
  for (const name of ["nothing", "..%2Fsandbox.db", "..%2F..%2Fetc%2Fpasswd", "%00", "a".repeat(90)]) {
    assert.equal((await world.visit(`/mailbox/${name}`)).status, 404, name)
  }
})

test("404, and no link to it, where mail leaves the machine, and in production", async (t) => {
  const world = await pageWorld(t, {}, (app) => {
    const { stored, ...mail } = app.mail
    return { ...app, mail }
  })
  assert.equal((await world.visit("/mailbox")).status, 404)
  assert.ok((await world.visit("/")).links.every(({ href }) => href !== "/mailbox"))

  const settings = readSettings({})
  assert.equal(mailboxPath({ app: world.app, settings }), "/mailbox")
  assert.equal(mailboxPath({ app: world.app, settings: { ...settings, isProduction: true } }), undefined)
})
