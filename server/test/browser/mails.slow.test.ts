import assert from "node:assert/strict"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type TestContext, test } from "node:test"
import type { Page } from "playwright-core"
import { readMessage } from "#adapters/mail/read-message.ts"
import { mailReasonNames } from "#contract/mail-reasons.ts"
import { until } from "#test/support/basics/until.ts"
import { cards, checkOut, pay } from "#test/support/browser/buyer.ts"
import { findBarriersAtBoth, signInByCode } from "#test/support/browser/person.ts"
import { noBrowser, studioInBrowser } from "#test/support/browser/studio.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { smtpServer } from "#test/support/stand-ins/smtp-server.ts"

const skip = noBrowser ?? false

/** A studio whose mail server answers 550 for each address in `refused`, and 451 for each in `busy`. */
async function openStudio(t: TestContext, settings: Record<string, string> = {}) {
  const [refused, busy] = [new Set<string>(), new Set<string>()]
  const smtp = await smtpServer(t, {
    onRcptTo({ address }, _session, done) {
      if (refused.has(address)) return done(answer(550, "5.1.1 No such user"))
      done(busy.has(address) ? answer(451, "4.7.1 Try later") : undefined)
    },
  })
  const studio = await studioInBrowser(t, { ...settings, SVC_MAIL_URL: smtp.url, SVC_MAIL_FROM: "a@example.com" })
  const textsTo = (address: string) =>
    smtp.deliveries.filter(({ to }) => to.includes(address)).map(({ message }) => textOf(message))
  const mailTo = async (address: string, text = /./) => {
    const find = () => textsTo(address).find((body) => text.test(body))
    await until(async () => find() !== undefined)
    return find() ?? ""
  }
  return { ...studio, mailTo, textsTo, refused, busy }
}

const answer = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })
const textOf = (message: Buffer) => readMessage(message.toString("utf8")).text

async function buy(page: Page, email: string): Promise<void> {
  await checkOut(page, "/pay/demo", email)
  await pay(page, cards.pays)
  await page.getByRole("link", { name: "Open files" }).waitFor()
}

test("a buyer mistypes an address: the notification opens the purchase, a member corrects it, and the mail arrives", {
  skip,
}, async (t) => {
  const studio = await openStudio(t)
  const mistyped = `${"bo".repeat(32)}@${"long-label.".repeat(16)}exmaple.com`
  studio.refused.add(mistyped)
  const { page: buyer } = await studio.open()
  await buy(buyer, mistyped)
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio/purchases")
  await page.getByRole("row", { name: /exmaple\.com.*Could not be mailed/ }).waitFor()
  assert.deepEqual(await findBarriersAtBoth(page), [])
  await page.goto("/account/notifications")
  await page.getByRole("link", { name: /Could not be mailed to its buyer/ }).click()

  const dialog = page.getByRole("dialog")
  const trouble = dialog.getByRole("region", { name: "Email to the buyer" })
  await trouble.getByText("There is no mailbox with this address.").waitFor()
  await trouble.getByText("No such user").waitFor()
  assert.match(String(await trouble.locator("code").textContent()), /\/delivery\//)
  await trouble.locator("summary", { hasText: "Correct email" }).click()
  assert.deepEqual(await findBarriersAtBoth(page), [])

  await trouble.getByLabel("Buyer’s email").fill("bo@example.com")
  await trouble.getByRole("button", { name: "Correct and send" }).click()
  const link = /http:\S+\/delivery\/\S+/.exec(await studio.mailTo("bo@example.com"))?.[0]
  await dialog.getByText(/corrected the email to bo@example\.com/).waitFor()
  await trouble.waitFor({ state: "hidden" })
  assert.deepEqual(await findBarriersAtBoth(page), [])
  await dialog.getByRole("button", { name: "Resend receipt" }).click()
  await until(async () => studio.textsTo("bo@example.com").length === 2)
  await buyer.goto(String(link))
  await buyer.getByRole("button", { name: "Email me the receipt" }).waitFor()
})

test("a member sees why an invitation did not arrive, sends it again, and it arrives", { skip }, async (t) => {
  const studio = await openStudio(t)
  studio.refused.add("cy@example.com")
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  await page.goto("/studio/team?new=1")
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel(/Email/).fill("cy@example.com")
  await dialog.getByRole("button", { name: /Invite|Send/ }).click()
  const row = page.getByRole("listitem").filter({ hasText: "cy@example.com" })
  await row.getByText("There is no mailbox with this address.").waitFor()
  assert.deepEqual(await findBarriersAtBoth(page), [])

  studio.refused.clear()
  await row.getByRole("button", { name: "Resend invite" }).click()
  assert.match(await studio.mailTo("cy@example.com"), /\/invitations\//)
  await row.getByText("Could not be mailed").waitFor({ state: "hidden" })
})

test("the page that asks for a code says without a reload that its mail was refused, and another email works", {
  skip,
}, async (t) => {
  const studio = await openStudio(t)
  studio.refused.add("ada@exmaple.com")
  const { page } = await studio.open()
  await page.goto("/sign-in?return_to=/account")
  await page.getByLabel("Email").fill("ada@exmaple.com")
  await page.getByRole("button", { name: "Email me a code" }).click()
  await page.getByRole("textbox", { name: "Code" }).fill("12")
  await page.getByRole("alert").getByText("There is no mailbox with this address.").waitFor()
  assert.equal(await page.getByRole("textbox", { name: "Code" }).inputValue(), "12")
  assert.deepEqual(await findBarriersAtBoth(page), [])

  await page.getByRole("link", { name: "Use another email" }).click()
  await signInByCode(studio, page, "ada@example.com")
  assert.equal(new URL(page.url()).pathname, "/account")
})

/** Runs in a page: the body of its first answer ends in the middle. */
const cutFirstAnswer = `const { fetch } = globalThis
  globalThis.fetch = async () => {
    globalThis.fetch = fetch
    return new Response(new ReadableStream({ pull: (body) => body.error(new Error("cut")) }))
  }`

test("the page that asks for a code says in its live region that its mail is still tried, and keeps the focus", {
  skip,
}, async (t) => {
  const studio = await openStudio(t)
  studio.busy.add("ada@example.com")
  const { page } = await studio.open()
  await page.addInitScript(cutFirstAnswer)
  await page.goto("/sign-in")
  await page.getByLabel("Email").fill("ada@example.com")
  await page.getByRole("button", { name: "Email me a code" }).click()
  await page.getByRole("link", { name: "Use another email" }).focus()
  await page.evaluate("document.querySelector('[aria-live=polite]').isFirst = true")
  await page.getByText("Not delivered yet").waitFor()
  const live = await page.evaluate("[...document.querySelectorAll('[aria-live]')].map((region) => region.isFirst)")
  assert.deepEqual(live, [true], "screen readers announce only what appears in a region that they know")
  assert.equal(await page.evaluate("document.activeElement.textContent"), "Use another email")
  assert.deepEqual(await findBarriersAtBoth(page), [])
})

test("a buyer who asks for the receipt sees why it does not arrive, without an address", { skip }, async (t) => {
  const studio = await openStudio(t)
  studio.refused.add("bo@exmaple.com")
  const { page } = await studio.open()
  await buy(page, "bo@exmaple.com")
  await page.getByRole("link", { name: "Open files" }).click()
  await page.getByRole("button", { name: "Email me the receipt" }).click()
  await page.getByRole("alert").getByText("There is no mailbox with this address.").waitFor()
  assert.doesNotMatch(String(await page.locator("body").textContent()), /exmaple/)
  assert.deepEqual(await findBarriersAtBoth(page), [])
})

test("three refused mails stop notifications by mail, the settings say so, and trying again starts them", {
  skip,
}, async (t) => {
  const studio = await openStudio(t, { SVC_OPERATORS: "ada@example.com" })
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  studio.refused.add("ada@example.com")
  const { page: buyer } = await studio.open()
  for (const [count, name] of ["bo", "cy", "di"].entries()) {
    await buyer.context().clearCookies()
    await buy(buyer, `${name}@example.com`)
    await until(async () => {
      await page.goto("/operator/mails")
      return (await page.getByRole("row", { name: /no mailbox.*example\.com/ }).count()) > count
    })
  }
  await page.goto("/account/notifications/settings")
  await page.getByText("Notification emails are stopped").waitFor()
  assert.deepEqual(await findBarriersAtBoth(page), [])
  await page.getByRole("button", { name: "Try again" }).click()
  await page.getByText("Notification emails are stopped").waitFor({ state: "hidden" })

  await page.goto("/operator")
  await page.getByText(/3 not delivered in 90 days/).waitFor()
  assert.deepEqual(await findBarriersAtBoth(page), [])
  await page.getByRole("listitem").getByRole("link", { name: "Emails" }).click()
  await page.getByRole("link", { name: "There is no mailbox with this address" }).click()
  await page.waitForURL(/reason=no-mailbox/)
  assert.deepEqual(await findBarriersAtBoth(page), [])
  await page
    .getByRole("row", { name: /no mailbox/ })
    .first()
    .click()
  const dialog = page.getByRole("dialog")
  await dialog.getByText("No such user").waitFor()
  assert.doesNotMatch(String(await dialog.textContent()), /ada@/)
  assert.deepEqual(await findBarriersAtBoth(page), [])
})

test("operators read a long list of undelivered mails without barriers, of one reason, or of all for an unknown one", {
  skip,
}, async (t) => {
  const file = join(temporaryFolder(t), "studio.sqlite")
  const studio = await openStudio(t, { SVC_OPERATORS: "ada@example.com", SVC_DATABASE_URL: `sqlite:${file}` })
  const { page } = await studio.open()
  await signInByCode(studio, page, "ada@example.com")
  const database = new DatabaseSync(file, { timeout: 5_000 })
  const insert = database.prepare(
    "insert into mails (id, kind, about, address, state, reason, words, tries, bounce_token, created_at, tried_at, ended_at) values (?, 'mail-receipt', 'p', ?, 'refused', ?, ?, 1, ?, ?, ?, ?)",
  )
  const [now, words] = [Date.now(), "https://support.example/".padEnd(300, "kb")]
  database.exec("begin")
  for (let n = 0; n < 270; n += 1) {
    const domain = n % 2 ? "example.com" : `${"long-label.".repeat(20)}example.com`
    const reason = mailReasonNames[n % mailReasonNames.length] ?? "other"
    insert.run(`mail_${n}`, `bo@${domain}`, reason, words, `token_${n}`, now - n, now - n, now - n)
  }
  database.exec("commit")
  database.close()

  for (const search of ["", "?reason=full", "?reason=unknown"]) {
    await page.goto(`/operator/mails${search}`)
    await page
      .getByRole("row", { name: /mailbox is full/ })
      .first()
      .waitFor()
    assert.deepEqual(await findBarriersAtBoth(page), [], search)
    const others = await page.getByRole("row", { name: /no mailbox/ }).count()
    assert.equal(others === 0, search === "?reason=full", search)
    assert.equal(
      await page.getByRole("button", { name: "Load more" }).count(),
      search === "?reason=full" ? 0 : 1,
      search,
    )
  }
  await page
    .getByRole("row", { name: /no mailbox/ })
    .first()
    .click()
  await page.getByRole("dialog").getByText(words).waitFor()
  assert.deepEqual(await findBarriersAtBoth(page), [])
})
