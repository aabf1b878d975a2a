import assert from "node:assert/strict"
import { test } from "node:test"
import { writeLetter } from "./letter.ts"

const letter = {
  subject: "A code",
  paragraphs: ["Type <this>."],
  code: { digits: "12345678", host: "ink.example" },
  facts: [["Workspace", "Ink & Co"]] as [string, string][],
  notes: ["Tell nobody."],
}

test("the plain text says the code above the other facts, and ends with it for machines", () => {
  const { text } = writeLetter(letter, "Atelier")
  assert.equal(
    text,
    "Type <this>.\n\nCode: 12345678\n\nWorkspace: Ink & Co\n\n-- \nTell nobody.\n\n@ink.example #12345678",
  )
})

const styleOf = (html: string, words: string) => html.split(`>${words}`)[0]?.split("<").at(-1) ?? ""

test("a sender replaces the brand on top and in the sender's name, which stays one line", () => {
  const sender = { name: "Ink & <b>\r\nBcc: x@example.com", replyTo: "help@example.com" }
  const { html, fromName, replyTo } = writeLetter({ ...letter, sender }, "Atelier")
  assert.equal(fromName, "Ink & <b> Bcc: x@example.com")
  assert.equal(replyTo, "help@example.com")
  assert.match(html, /Ink &amp; &lt;b&gt;/)
  assert.doesNotMatch(html, /Atelier|<img|<b>/)
  assert.equal(writeLetter(letter, "Atelier").fromName, "Atelier")

  const withLogo = { name: '"Ink"', logoUrl: "https://example.com/logos/1.png" }
  const drawn = writeLetter({ ...letter, sender: withLogo }, "Atelier").html
  assert.match(drawn, /<img src="https:\/\/example\.com\/logos\/1\.png" alt="" .*>&quot;Ink&quot;<\/td>/)
})

test("the HTML is at most 600 pixels wide, declares both colour schemes, and has one button and a footer", () => {
  const button = { label: "Open <it>", url: "https://example.com/?a=1&b=2" }
  const { html, text } = writeLetter({ ...letter, button, offUrl: "https://example.com/off" }, "Atelier")
  assert.match(html, /max-width:600px/)
  assert.match(html, /<meta name="color-scheme" content="light dark">/)
  assert.match(html, /@media \(prefers-color-scheme: dark\)/)
  assert.equal(html.split('class="button"').length, 2)
  assert.match(html, /<a class="button" href="https:\/\/example\.com\/\?a=1&amp;b=2" [^>]*>Open &lt;it&gt;<\/a>/)
  assert.match(html, /<td class="notes" [^>]*>Tell nobody\.<br><a href="https:\/\/example\.com\/off"[^>]*>Unsubscribe</)
  assert.match(text, /Open <it>:\nhttps:\/\/example\.com\/\?a=1&b=2\n\n-- \nTell nobody\.\nUnsubscribe: https:/)
})

test("the HTML has the brand above, the code in large letters, and no markup from user input", () => {
  const { html } = writeLetter(letter, "Ate<b>lier")
  assert.match(html, /Ate&lt;b&gt;lier/)
  assert.match(styleOf(html, "123"), /font-size:32px/)
  assert.match(html, /Type &lt;this&gt;\./)
  assert.match(html, /Ink &amp; Co/)
  assert.doesNotMatch(html, /<img|<script|https?:/)
})

const fact = (name: string, length: number): [string, string] => [name, "'".repeat(length)]

test("a list ends before its HTML has 90 kB, and says how many entries it leaves out", () => {
  const button = { label: "View all", url: "https://example.com/all" }
  const things = Array.from({ length: 412 }, (_, n) => [fact(`Thing ${n}`, 900)])
  const { html, text } = writeLetter({ ...letter, button, list: { things, inAll: 412 } }, "Atelier")
  assert.ok(Buffer.byteLength(html) < 90_000)
  const shown = text.match(/^Thing \d+/gm) ?? []
  assert.ok(shown.length > 10, "it lists what fits")
  assert.match(text, new RegExp(`^And ${412 - shown.length} more$`, "m"))
  assert.match(html, new RegExp(`<a href="${button.url}"[^>]*>And ${412 - shown.length} more</a>`))

  const short = writeLetter(
    { ...letter, list: { things: things.map(() => [fact("Thing", 1)]), inAll: 412 } },
    "Atelier",
  )
  assert.match(short.text, /^And 312 more$/m)
  const all = writeLetter({ ...letter, list: { things: things.slice(0, 9), inAll: 9 } }, "Atelier")
  assert.doesNotMatch(all.text + all.html, /And \d/)
})

test("facts of one object stand together, with a gap before those of the next", () => {
  const things = ["1", "2"].map((n): [string, string][] => [
    ["Amount", n],
    ["Buyer", n],
  ])
  const { text } = writeLetter({ ...letter, facts: [], list: { things, inAll: 2 } }, "Atelier")
  assert.match(text, /\n\nAmount: 1\nBuyer: 1\n\nAmount: 2\nBuyer: 2\n\n/)
})

test("a contact in the text is a link in the HTML, and the same text without it", () => {
  const { html, text } = writeLetter(
    { ...letter, notes: ["Ask a&b@example.com."], contact: "a&b@example.com" },
    "Atelier",
  )
  assert.match(html, /Ask <a href="mailto:a&amp;b@example\.com"[^>]*>a&amp;b@example\.com<\/a>\./)
  assert.match(text, /Ask a&b@example\.com\./)
})
