import assert from "node:assert/strict"
import { test } from "node:test"
import { writeLetter } from "./letter.ts"

const letter = {
  subject: "A code",
  paragraphs: ["Type <this>."],
  code: "1234 5678",
  facts: [["Workspace", "Ink & Co"]] as [string, string][],
  notes: ["Tell nobody."],
}

test("the plain text says the code beside the other facts", () => {
  const { text } = writeLetter(letter, "Atelier")
  assert.equal(text, "Type <this>.\n\nCode: 1234 5678\nWorkspace: Ink & Co\n\n-- \nTell nobody.\n")
})

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
  assert.match(drawn, /<img src="https:\/\/example\.com\/logos\/1\.png" alt="&quot;Ink&quot;"/)
})

test("the HTML is at most 600 pixels wide, declares both colour schemes, and has one button and a footer", () => {
  const button = { label: "Open <it>", url: "https://example.com/?a=1&b=2" }
  const { html, text } = writeLetter({ ...letter, button, offUrl: "https://example.com/off" }, "Atelier")
  assert.match(html, /max-width:600px/)
  assert.match(html, /<meta name="color-scheme" content="light dark">/)
  assert.match(html, /@media \(prefers-color-scheme: dark\)/)
  assert.equal(html.split('class="button"').length, 2)
  assert.match(html, /<a class="button" href="https:\/\/example\.com\/\?a=1&amp;b=2" [^>]*>Open &lt;it&gt;<\/a>/)
  assert.match(html, /<p class="notes" [^>]*>Tell nobody\.<br><a href="https:\/\/example\.com\/off"[^>]*>Unsubscribe</)
  assert.match(text, /Open <it>:\nhttps:\/\/example\.com\/\?a=1&b=2\n\n-- \nTell nobody\.\nUnsubscribe: https:/)
})

test("the HTML has the brand above, the code in large letters, and no markup from user input", () => {
  const { html } = writeLetter(letter, "Ate<b>lier")
  assert.match(html, /Ate&lt;b&gt;lier/)
  assert.match(html, /<p style="[^"]*font:700 34px[^"]*">1234 5678<\/p>/)
  assert.match(html, /Type &lt;this&gt;\./)
  assert.match(html, /Ink &amp; Co/)
  assert.doesNotMatch(html, /<img|<script|https?:/)
})
