import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { findAddresses, withAddresses } from "./addresses.ts"

describe("a secret address", () => {
  const addresses = { "⟦address 1⟧": "https://studio.example/u/one", "⟦address 2⟧": "https://studio.example/u/two" }

  test("replaces its placeholder, where the placeholder is a separate word", () => {
    assert.equal(
      withAddresses("Use ⟦address 1⟧, or (⟦address 2⟧).", addresses),
      "Use https://studio.example/u/one, or (https://studio.example/u/two).",
    )
    assert.deepEqual(findAddresses("⟦address 1⟧", addresses), [{ is: "address", text: addresses["⟦address 1⟧"] }])
  })

  test("is not inserted into another address, and no other text is replaced", () => {
    for (const text of [
      "https://evil.example/?x=⟦address 1⟧",
      "a⟦address 1⟧",
      "⟦address 3⟧",
      "⟦constructor⟧",
      "⟦address⟧",
    ]) {
      assert.equal(withAddresses(text, addresses), text)
    }
  })
})
