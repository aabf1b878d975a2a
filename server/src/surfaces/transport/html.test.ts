import assert from "node:assert/strict"
import { test } from "node:test"
import { html, jsonForScript } from "./html.ts"

test("escapes text, and keeps markup", () => {
  const inner = html`<b>${"<script>"}</b>`
  assert.equal(html`<p title="${`"'&`}">${inner}${[inner, inner]}${7}</p>`.markup.match(/<script>/), null)
  assert.equal(html`<p title="${`"'&`}">${7}</p>`.markup, '<p title="&quot;&#39;&amp;">7</p>')
})

test("JSON in a script element cannot end it, and still reads as the same value", () => {
  const value = { title: "</script><!--<script>\u2028&" }
  const { markup } = jsonForScript(value)
  assert.doesNotMatch(markup, /[<>&\u2028]/)
  assert.deepEqual(JSON.parse(markup), value)
})
