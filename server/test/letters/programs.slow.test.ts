import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { test } from "node:test"
import { launchBrowser, type Page } from "#test/support/browser/chromium.ts"
import { engines } from "#test/support/browser/engines.ts"
import { noBrowser } from "#test/support/browser/studio.ts"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { readMail } from "#test/support/formats/read-mail.ts"
import { everyLetter } from "#test/support/letters/every-letter.ts"
import { type Judged, spamAssassin, startRspamd } from "#test/support/letters/spam-filters.ts"
import { skipWithout } from "#test/support/processes/programs.ts"

const hostile = {
  title: '"=?utf-8?b?QQ==?=" <b>&amp;</b> 印刷 🎨 עברית, ; a@b.example (c) \\',
  workspaceName: 'Müller, "Söhne" & Co <boss@bank.example>',
  fileName: "Größe – 1:1 🎨.txt",
}

/** Python writes one more space between the encoded words of a name. */
const oneSpace = (text: string) => text.replace(/ +/g, " ")
const trimmed = (text = "") => text.replaceAll("\r\n", "\n").trim()

interface StrictlyRead {
  subject: string
  from: [string, string]
  to: string[]
  text: string
  html: string
}

test("Python's strict parser finds no defect in any letter, and reads what other programs read", {
  skip: skipWithout(["python3"]),
}, async (t) => {
  const letters = [...(await everyLetter(t)), ...(await everyLetter(t, hostile))]
  const script = join(import.meta.dirname, "../support/letters/read-strictly.py")
  const input = JSON.stringify(letters.map(({ eml }) => eml))
  const read: StrictlyRead[] = JSON.parse(execFileSync("python3", [script], { input, maxBuffer: 1 << 28 }).toString())
  for (const [place, { name, eml }] of letters.entries()) {
    const { subject, from, to, text, html } = await readMail(eml)
    const strictly = read[place]
    assert.deepEqual([strictly?.subject, strictly?.from.map(oneSpace)], [subject, [from?.name, from?.address]], name)
    assert.deepEqual(
      strictly?.to,
      to?.map(({ address }) => address),
    )
    assert.deepEqual([strictly?.text, strictly?.html].map(trimmed), [text, html].map(trimmed), name)
  }
})

const reason = ({ rules }: Judged) => Object.entries(rules).filter(([, points]) => points > 0)

test("SpamAssassin gives each letter less than half of what makes a mail spam, and finds nothing obscured", {
  skip: skipWithout(["spamassassin"]),
}, async (t) => {
  const letters = await everyLetter(t)
  const judged = spamAssassin(letters.map(({ eml }) => eml))
  assert.equal(judged.length, letters.length)
  for (const [place, { name }] of letters.entries()) {
    const one = judged[place] ?? assert.fail(name)
    t.diagnostic(`${name}: ${one.score} ${JSON.stringify(reason(one))}`)
    assert.ok(one.score < 2.5, `${name}: ${JSON.stringify(reason(one))}`)
    assert.deepEqual(
      Object.keys(one.rules).filter((rule) => /OBFUSC|HIDDEN|LOW_CONTRAST|MIME_HTML_ONLY/.test(rule)),
      [],
    )
  }
})

/** Rules that ask name servers about the test's hosts. */
const asksNames = /^(HFILTER|DMARC|R_SPF|R_DKIM|ARC)_/

test("rspamd gives each letter less than half of what delays a mail, besides what it asks name servers", {
  skip: skipWithout(["rspamd"]),
}, async (t) => {
  const judge = await startRspamd(t, temporaryFolder(t))
  for (const { name, eml } of await everyLetter(t)) {
    const one = await judge(eml)
    const own = reason(one).filter(([rule]) => !asksNames.test(rule))
    const score = own.reduce((sum, [, points]) => sum + points, 0)
    t.diagnostic(`${name}: ${score.toFixed(2)} ${JSON.stringify(own)}`)
    assert.ok(score < 2.5, `${name}: ${JSON.stringify(own)}`)
  }
})

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** The barriers of a letter, such as a text that is too faint. A letter is no page: it has no heading and no parts. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const rules = ["region", "page-has-heading-one", "landmark-one-main"].map((rule) => [rule, { enabled: false }])
  const options = { resultTypes: ["violations"], preload: false, rules: Object.fromEntries(rules) }
  const found = await page.evaluate(`axe.run(document.documentElement, ${JSON.stringify(options)})`)
  const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
}

test("each letter fits a phone and a window, in light and dark and without pictures, and can be read", {
  skip: noBrowser ?? false,
}, async (t) => {
  const letters = await everyLetter(t)
  const browser = await launchBrowser()
  t.after(() => browser.close())
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [360, 700]) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } })
      await page.route(/^https?:/, (route) => route.abort())
      for (const { name, eml } of letters) {
        await page.setContent((await readMail(eml)).html ?? "")
        const about = `${name}, ${colorScheme}, ${width}`
        const scrolled = await page.evaluate("document.documentElement.scrollWidth")
        assert.equal(scrolled, width, `${about} is wider than the window`)
        if (width === 360) assert.deepEqual(await barriers(page), [], about)
        const sheet = await page.locator(".sheet").boundingBox()
        assert.ok((sheet?.width ?? 0) <= 602, about)
      }
      await page.close()
    }
  }
})

test("a double click selects the whole code, and a copy of it has no space", {
  skip: noBrowser ?? false,
}, async (t) => {
  const letters = await everyLetter(t)
  const { eml } = letters.find(({ name }) => name === "mail-sign-in code") ?? assert.fail()
  const { html = "", subject = "" } = await readMail(eml)
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const page = await browser.newPage()
  await page.setContent(html)
  const [code = ""] = /^\d+/.exec(subject) ?? []
  const box = await page.locator("p", { hasText: code }).boundingBox()
  await page.mouse.dblclick((box?.x ?? 0) + 12, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  assert.equal(await page.evaluate("getSelection().toString().trim()"), code)
})

/** The words around three places of the code, as a double click selects them. */
const wordsOfCode = (html: string) => `(() => {
  document.body.innerHTML = ${JSON.stringify(html)}
  const code = [...document.querySelectorAll("p")].find(({ textContent }) => /^\\d{8}$/.test(textContent))
  const selection = getSelection()
  return [...code.childNodes].map((node) => {
    selection.collapse(node.firstChild ?? node, 0)
    selection.modify("move", "forward", "character")
    selection.modify("move", "backward", "word")
    selection.modify("extend", "forward", "word")
    return selection.toString().trim()
  })
})()`

for (const { name, skip, openAt } of engines) {
  test(`the whole code is one word in ${name}`, { skip }, async (t) => {
    const letters = await everyLetter(t)
    const { eml } = letters.find(({ name }) => name === "mail-sign-in code") ?? assert.fail()
    const { html = "", subject = "" } = await readMail(eml)
    const open = await openAt(t, "http://localhost")
    const { page } = await open()
    const [code] = /^\d+/.exec(subject) ?? []
    assert.deepEqual(await page.evaluate(wordsOfCode(html)), [code, code, code])
  })
}
