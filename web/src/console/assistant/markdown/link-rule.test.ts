import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { callOf, messageOf, textOf } from "../../../../../server/test/support/assistant/shown-conversation.ts"
import { judgeLink, namedIn } from "./link-rule.ts"

const place = { origin: "https://studio.example", base: "/ada" }
const judge = (to: string, named: readonly string[] = []) => judgeLink(to, place, new Set(named))

describe("a link of a message", () => {
  test("leads to pages of the workspace", () => {
    for (const to of ["/ada", "/ada/links?open=lnk_1#a", "https://studio.example/ada/docs/doc_1"]) {
      assert.equal(judge(to).is, "ours", to)
    }
    assert.deepEqual(judge("/ada/../ada/links"), { is: "ours", path: "/ada/links" })
  })

  test("leads to no other path of the service, where a request may have effects or redirect", () => {
    for (const to of [
      "/",
      "/adam",
      "/bo/links",
      "/sign-out",
      "/go/autumn",
      "/ada/../go/autumn",
      "/ada/%2e%2e/go",
      "links",
    ]) {
      assert.equal(judge(to).is, "foreign", to)
    }
  })

  test("is foreign if it only looks like a page of the workspace", () => {
    const like = [
      "//studio.example/ada",
      "/\\studio.example/ada",
      "\\\\studio.example/ada",
      "http://studio.example/ada",
      "https://studio.example./ada",
      "https://studio.example:8443/ada",
      "https://studio.example:443/ada",
      "https://STUDIO.example/ada",
      "https://studio.example@evil.example/ada",
      "https://studio.example:x@evil.example/ada",
      "https://studio.example%2eevil.example/ada",
      "https://studio.example\\@evil.example/ada",
      "https://studio\u00adexample/ada",
      "https://studiо.example/ada",
      "https://xn--studi-qqe.example/ada",
      "https://studio.example.evil.example/ada",
      "https:studio.example/ada",
      "https:///studio.example/ada",
      "/ada\t/links",
      "/ada\u200b/links",
      "javascript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "blob:https://studio.example/x",
      "file:///etc/passwd",
      "mailto:a@b.example",
      "",
    ]
    for (const to of like) assert.equal(judge(to).is, "foreign", to)
  })

  test("names the host of a foreign address", () => {
    assert.deepEqual(judge("https://studio.example@evil.example/ada"), { is: "foreign", host: "evil.example" })
    assert.deepEqual(judge("javascript:alert(1)"), { is: "foreign", host: "javascript:" })
  })

  test("leads out only to exactly an address that the person or a tool named", () => {
    const named = namedIn([messageOf("Look at https://a.example/b?c=d, and (https://b.example/x).")])
    assert.equal(judge("https://a.example/b?c=d", [...named]).is, "named")
    assert.equal(judge("https://b.example/x", [...named]).is, "named")
    for (const to of ["https://a.example/", "https://a.example/b?c=e", "https://b.example/x/", "http://b.example/x"]) {
      assert.equal(judge(to, [...named]).is, "foreign", to)
    }
  })

  test("does not lead to an address that hides its target, even if the address was named", () => {
    const named = namedIn([messageOf("https://you@evil.example/ https://pаy.example/ javascript:alert(1)")])
    for (const to of ["https://you@evil.example/", "https://pаy.example/", "javascript:alert(1)"]) {
      assert.equal(judge(to, [...named]).is, "foreign", to)
    }
  })
})

describe("a source of named addresses", () => {
  const facts = (value: string) => [{ label: "Destination", value }]

  test("is a field of a built-in tool's answer", () => {
    const read = callOf({
      state: "done",
      isWrite: false,
      arguments: { query: "a" },
      facts: facts("https://a.example/"),
    })
    assert.deepEqual([...namedIn([messageOf([read])])], ["https://a.example/"])
  })

  test("is neither the assistant's text and arguments, nor a tool server's answer, nor a call that is not done", () => {
    const url = "https://a.example/?secret"
    const server = { name: "S", host: "s.example", asWhom: "Ada" }
    const messages = [
      messageOf([textOf(url)]),
      messageOf([callOf({ state: "done", arguments: { destination: url }, facts: facts(url) })]),
      messageOf([callOf({ state: "done", arguments: {}, facts: facts(url), server })]),
      messageOf([callOf({ state: "waiting", arguments: {}, facts: facts(url) })]),
      messageOf([callOf({ state: "done", arguments: { text: `see "${url}"` }, facts: facts(url) })]),
    ]
    assert.deepEqual([...namedIn(messages)], [])
  })
})
