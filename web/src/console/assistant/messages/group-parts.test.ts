import assert from "node:assert/strict"
import { describe, test } from "node:test"
import type { CallState } from "../../../../../server/src/contract/shown.ts"
import { callOf, messageOf, textOf } from "../../../../../server/test/support/assistant/shown-conversation.ts"
import { alikeIn, groupParts, isAllWell, readsLine } from "./group-parts.ts"

describe("the parts of a message", () => {
  const read = (state: CallState = "done") =>
    callOf({ isWrite: false, state, title: "Look", summary: "Looked at 2 links" })
  const shapes = (parts: Parameters<typeof groupParts>[0]) =>
    groupParts(parts).map((group) => (group.is === "part" ? group.part.type : `${group.is} ${group.calls.length}`))

  test("are one line for adjacent reads, and a card for each write or waiting call", () => {
    const parts = [read(), read(), callOf(), callOf({ state: "done" }), read("waiting"), textOf("a"), read()]
    assert.deepEqual(shapes(parts), [
      "reads 2",
      "approval card 1",
      "approval card 1",
      "approval card 1",
      "text",
      "reads 1",
    ])
  })

  test("are one card for each plan", () => {
    const parts = [callOf({ plan: "a" }), callOf({ plan: "a" }), callOf({ plan: "b" }), callOf()]
    assert.deepEqual(shapes(parts), ["approval card 2", "approval card 1", "approval card 1"])
  })

  test("can be answered together where several of one tool wait", () => {
    const [one, two] = [callOf({ tool: "a" }), callOf({ tool: "a" })]
    const others = [callOf({ tool: "b" }), callOf({ tool: "a", plan: "p" }), callOf({ tool: "a", state: "done" })]
    assert.deepEqual(alikeIn(messageOf([one, ...others, two])), [[one.call, two.call]])
  })

  test("show the present action in a line, then its outcome", () => {
    const calls = (...states: CallState[]) => states.map((state) => read(state).call)
    assert.equal(readsLine(calls("done", "running")), "Look…")
    assert.equal(readsLine(calls("done")), "Looked at 2 links")
    assert.equal(readsLine(calls("done", "done", "refused")), "Looked at 2 links, and 2 more")
    assert.ok(isAllWell(calls("done", "proposed", "approved", "running")), "what was allowed has not failed yet")
    assert.ok(!isAllWell(calls("done", "refused")))
  })
})
