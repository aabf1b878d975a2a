import assert from "node:assert/strict"
import { test } from "node:test"
import type { FastifyReply } from "fastify"
import { buyerCookie } from "./buyer-cookie.ts"

/** The cookie that `write` would send. */
function sent(baseUrl: string, known: string[], added: string[]): string {
  let cookie = ""
  const reply = { header: (_name: string, value: string) => (cookie = value) }
  buyerCookie(baseUrl).write(reply as unknown as FastifyReply, known, added)
  return cookie
}

test("over https the cookie has the __Host- prefix and the attributes that the prefix requires", () => {
  const cookie = sent("https://atelier.example.com", [], ["purchase_a.mac"])

  assert.match(cookie, /^__Host-buyer=purchase_a\.mac; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
})

test("on plain http it has a plain name and no Secure, which a browser would not keep", () => {
  assert.match(sent("http://localhost:3000", [], ["purchase_a.mac"]), /^buyer=purchase_a\.mac; [^_]*SameSite=Lax$/)
})

test("the newest twenty proofs are kept, each once", () => {
  const known = Array.from({ length: 20 }, (_, at) => `purchase_${at}.mac`)

  const cookie = sent("http://localhost:3000", known, ["purchase_3.mac", "purchase_new.mac"])

  const kept = buyerCookie("http://localhost:3000").read(cookie.split(";")[0])
  assert.deepEqual(kept.slice(0, 3), ["purchase_new.mac", "purchase_3.mac", "purchase_0.mac"])
  assert.equal(kept.length, 20)
  assert.equal(new Set(kept).size, 20)
})

test("text that is no proof is dropped, and other cookies are ignored", () => {
  const { read } = buyerCookie("http://localhost:3000")

  assert.deepEqual(read("a=1; buyer=purchase_a.mac~<script>~~purchase_b.mac; xbuyer=2"), [
    "purchase_a.mac",
    "purchase_b.mac",
  ])
  assert.deepEqual(read("xbuyer=purchase_a.mac"), [])
  assert.deepEqual(read(undefined), [])
})
