import assert from "node:assert/strict"
import { test } from "node:test"
import { type HTMLElement, parse } from "node-html-parser"
import { jobs } from "#engines/jobs/jobs.ts"
import { readMail } from "#test/support/formats/read-mail.ts"
import { everyLetter } from "#test/support/letters/every-letter.ts"

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

async function readAll(letters: readonly { name: string; eml: string }[]) {
  return Promise.all(
    letters.map(async ({ name, eml }) => {
      const { subject = "", text = "", html = "", from } = await readMail(eml)
      return { name, eml, subject, text, html, fromName: from?.name, body: parse(html, { comment: false }) }
    }),
  )
}

const cellOf = (element: HTMLElement) => element.closest("td")

test("each job that mails has its letters here", async (t) => {
  const written = new Set((await everyLetter(t)).map(({ name }) => name.split(" ")[0]))
  assert.deepEqual(
    Object.keys(jobs).filter((kind) => kind.startsWith("mail-") && !written.has(kind)),
    [],
  )
})

test("each letter begins with hidden words that its subject does not say, and stays under 90 kB", async (t) => {
  for (const { name, subject, html, body } of await readAll(await everyLetter(t))) {
    const preheader = body.querySelector("body")?.firstElementChild
    assert.match(preheader?.getAttribute("style") ?? "", /display:none.*mso-hide:all/, name)
    const said = new Set(wordsOf(subject))
    const added = wordsOf(preheader?.text ?? "").filter((word) => !said.has(word))
    assert.ok(added.length >= 3, `${name}: ${subject} / ${preheader?.text}`)
    assert.ok(Buffer.byteLength(html) < 90_000, name)
  }
})

test("each table is for the layout or has a header for each row; a button is a cell that Word pads", async (t) => {
  for (const { name, body } of await readAll(await everyLetter(t))) {
    for (const table of body.querySelectorAll("table")) {
      const role = table.getAttribute("role") ?? ""
      assert.match(role, /^(presentation|table)$/, name)
      if (role !== "table") continue
      for (const row of table.querySelectorAll("tr"))
        assert.ok(row.querySelector('th[scope="row"]') ?? row.querySelector("td[colspan]"), `${name}: ${row.text}`)
    }
    for (const link of body.querySelectorAll("a.button")) {
      assert.match(cellOf(link)?.getAttribute("style") ?? "", /background-color:.*mso-padding-alt:/, name)
      assert.ok(cellOf(link)?.getAttribute("bgcolor"), name)
    }
  }
})

test("a letter that names an address of ours, or where to write, has a link; the text part has the same", async (t) => {
  for (const { name, text, body } of await readAll(await everyLetter(t))) {
    const links = body.querySelectorAll("a").map((link) => link.getAttribute("href") ?? "")
    if (/https:|[Cc]ontact |[Ww]rite to /.test(text)) assert.notDeepEqual(links, [], name)
    for (const link of links) assert.ok(text.includes(link.replace(/^mailto:/, "")), `${name}: ${link}`)
  }
})

test("header lines have at most 78 characters where they have a space to fold at, and are ASCII", async (t) => {
  const long = { title: "Gouache brushes for spring ".repeat(4).trim(), workspaceName: "Müller & Söhne, Gouache" }
  for (const { name, eml } of [...(await everyLetter(t)), ...(await everyLetter(t, long))]) {
    const [head = ""] = eml.split("\r\n\r\n")
    assert.match(head, /^[\x20-\x7e\r\n]*$/, name)
    const lines = head.split("\r\n").filter((line) => line.length > 78)
    for (const line of lines) assert.doesNotMatch(line.trim(), /\s/, name)
  }
})

test("a subject says what happened before the words that people typed, which programs cut", async (t) => {
  const typed = { title: "Gouache Zett ".repeat(9).trim(), workspaceName: "Ypsilon Studio ".repeat(5).trim() }
  for (const { name, subject } of await readAll(await everyLetter(t, typed))) {
    const cut = Object.values(typed).find((words) => subject.includes(words))
    if (cut === undefined) continue
    const [before = "", after = ""] = subject.split(cut)
    assert.ok(wordsOf(before).length > 0, `${name}: ${subject}`)
    assert.match(after, /^( for \$[\d.]+)?$/, `${name}: ${subject}`)
  }
})

test("a letter begins with what happened; that no action is needed comes last; a date has one form", async (t) => {
  for (const { name, text, body } of await readAll(await everyLetter(t))) {
    const said = body.querySelectorAll("p").map((paragraph) => paragraph.text)
    for (const [place, words] of said.entries()) {
      const at = words.search(/No action needed/)
      if (at < 0) continue
      assert.ok(at > 0 && place === said.length - 1, `${name}: ${words}`)
      assert.match(words.slice(at), /^No action needed(, so don't pay again)?\.$/, name)
    }
    assert.doesNotMatch(text, /\d{4}-\d\d-\d\d/, name)
  }
})

test("in the text part an address is whole and the last of its line; no line is sent longer than 76 characters", async (t) => {
  for (const { name, eml, text, body } of await readAll(await everyLetter(t))) {
    const lines = text.split("\n")
    for (const link of body.querySelectorAll("a")) {
      const address = (link.getAttribute("href") ?? "").replace(/^mailto:/, "")
      assert.ok(
        lines.some((line) => line.endsWith(address) || line.endsWith(`${address}.`)),
        `${name}: ${address}`,
      )
    }
    const [, ...sent] = eml.split("\r\n\r\n")
    for (const line of sent.join("\r\n").split("\r\n")) assert.ok(line.length <= 76, `${name}: ${line}`)
  }
})

/** Decodes encoded words as lenient programs do, wherever they stand. */
const decodedAgain = (text: string) =>
  text.replace(/=\?[^?]*\?([bq])\?([^?]*)\?=/gi, (_, kind, word) =>
    kind.toLowerCase() === "b" ? Buffer.from(word, "base64").toString() : word,
  )

const withoutJoiners = (text = "") => text.replaceAll("\u2060", "")

test("an encoded word that a person typed is shown as typed by every program, in a subject and a name", async (t) => {
  for (const typed of [
    "=?utf-8?b?QmNjOiB4QGV4YW1wbGUuY29t?=",
    "Brushes =?utf-8?q?Your_bank?= and more",
    "Pinsel für =?UTF-8?Q?B=20=3D?=",
    "=?utf-8*en?B?QQ==?= =?us-ascii?q?a?=",
    "a=?utf-8?q?b c?=d =?",
  ]) {
    const letters = await readAll(await everyLetter(t, { title: typed, workspaceName: typed }))
    const titled = letters.filter(({ name }) => ["mail-receipt paid", "mail-claim"].includes(name))
    assert.equal(titled.length, 2)
    for (const { name, subject, eml } of letters) {
      assert.equal(decodedAgain(subject), subject, name)
      const quoted = /^From: "(.*)"/m.exec(eml)?.[1] ?? ""
      assert.equal(decodedAgain(quoted), quoted, name)
    }
    for (const { subject } of titled) assert.ok(withoutJoiners(subject).endsWith(typed), subject)
    const invitation = letters.find(({ name }) => name.startsWith("mail-invitation owner"))
    assert.equal(withoutJoiners(invitation?.fromName), typed)
  }
})

/** Reads a message's code as WICG's "Origin-bound one-time codes delivered via SMS" says, section 3.2. */
function boundCode(message: string): { host: string; code: string } | undefined {
  const line = message.replace(/\r\n?/g, "\n").split("\n").at(-1) ?? ""
  const [, host, code] = /^@([^\t\n\f\r ]+) #([^\t\n\f\r ]+)(?: |$)/.exec(line) ?? []
  return host === undefined || code === undefined ? undefined : { host, code }
}

test("a sign-in mail names the time at which its code ends, and its last line binds the code to the host", async (t) => {
  const letters = await readAll(await everyLetter(t))
  const { eml, subject, body } = letters.find(({ name }) => name === "mail-sign-in code") ?? assert.fail()
  const [, boundary = ""] = /boundary="([^"]+)"/.exec(eml) ?? []
  const plain = eml.split(`\r\n--${boundary}`).find((part) => part.includes("text/plain")) ?? ""
  const bound = boundCode(plain.replaceAll("=\r\n", "")) // without the soft line breaks of quoted-printable
  assert.equal(bound?.host, "atelier.example")
  assert.match(bound?.code ?? "", /^\d{8}$/)
  assert.ok(subject.startsWith(`${bound?.code} `))
  assert.ok(body.text.includes(bound?.code ?? "-"), "without a space inside")
  const others = letters.filter(({ name }) => name !== "mail-sign-in code")
  assert.deepEqual(
    others.filter(({ text }) => boundCode(text)),
    [],
  )
  assert.match(body.querySelector(".notes")?.text ?? "", /expires at \d\d:\d\d UTC/)
})
