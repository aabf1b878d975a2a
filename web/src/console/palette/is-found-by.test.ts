import assert from "node:assert/strict"
import { test } from "node:test"
import { actions } from "./actions.ts"
import { isFoundBy } from "./is-found-by.ts"

const found = (typed: string) => actions.filter((action) => isFoundBy(typed, action)).map(({ id }) => id)

test("an action is found by its title and by the words that people use for it", () => {
  for (const [typed, ids] of [
    ["refund", ["refund"]],
    ["Money back", ["refund"]],
    ["sign out", ["sign-out"]],
    ["log out", ["sign-out"]],
    ["logout", ["sign-out"]],
    ["dark", ["dark"]],
    ["light", ["light"]],
    ["invite", ["new-invitation"]],
    ["QR", ["qr"]],
    ["new offer", ["new-offer"]],
    ["pay link", ["pay-link"]],
    ["price", ["new-offer", "pay-link"]],
    ["trash", ["drive-trash", "doc-trash", "link-trash"]],
    ["buyer", ["find-purchase"]],
    ["switch", ["new-workspace"]],
    ["attach a domain", []],
    ["add dom", ["new-domain"]],
  ] as const) {
    assert.deepEqual(found(typed), ids, typed)
  }
})

test("each action has its own id and title", () => {
  for (const field of ["id", "title"] as const)
    assert.equal(new Set(actions.map((action) => action[field])).size, actions.length)
})

test("case, accents and the order of words do not count", () => {
  for (const typed of ["uber", "ÜBER uns", "uns über", "ber"]) assert.ok(isFoundBy(typed, { title: "Über uns" }), typed)
  assert.ok(isFoundBy("заметка", { title: "Заметка" }))
  assert.equal(isFoundBy("uns ihr", { title: "Über uns" }), false)
})
