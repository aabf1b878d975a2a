import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { openTestSandbox } from "#test/support/selling/payment-sandbox.ts"

const page = readFileSync(new URL("../../../docs/payments.md", import.meta.url), "utf8")

test("docs/payments.md lists every number, step and fault of the sandbox, and no other", (t) => {
  const { cards, actions, operations, callFaults, webhookFaults } = openTestSandbox(t).sandbox.catalogue
  const known = [cards, actions, callFaults, webhookFaults].flatMap((table) => Object.keys(table)).concat(operations)
  const named = new Set([...page.matchAll(/`([\w-]+)`/g)].map(([, name]) => name))

  assert.deepEqual(
    known.filter((name) => !named.has(name)),
    [],
  )
  const numbers = [...named].filter((name) => name && /^([A-Z]{2})?\d{9,}$/.test(name))
  assert.deepEqual(
    numbers.filter((number) => number && !(number in cards)),
    [],
  )
})
