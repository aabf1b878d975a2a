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

test("the HTML has the brand above, the code in large letters, and no markup from user input", () => {
  const { html } = writeLetter(letter, "Ate<b>lier")
  assert.match(html, /Ate&lt;b&gt;lier/)
  assert.match(html, /<p style="[^"]*font:700 34px[^"]*">1234 5678<\/p>/)
  assert.match(html, /Type &lt;this&gt;\./)
  assert.match(html, /Ink &amp; Co/)
  assert.doesNotMatch(html, /<img|<script|https?:/)
})
