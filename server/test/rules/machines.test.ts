import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { machines, machinesDocs } from "../../src/machines-docs.ts"
import { root, sources } from "./source-graph.ts"

test("docs/machines.md draws what the tables of transitions say", () => {
  const page = readFileSync(new URL("../../../docs/machines.md", import.meta.url), "utf8")
  assert.equal(page, machinesDocs(machines), "run `npm run docs`")
})

test("a purchase's state is written in one function, which one function calls", () => {
  const writers = sources().filter((file) => {
    const text = readFileSync(join(root, file), "utf8")
    return text
      .split('updateTable("purchases")')
      .slice(1)
      .some((rest) => /^[^;]*?\.set\([^;]*?\bstate\b\s*[:,}]/s.test(untilWhere(rest)))
  })
  assert.deepEqual(writers, ["domains/handover/purchases/purchase-store.ts"])
  const callers = sources().filter((file) => /\bmovePurchase\(/.test(readFileSync(join(root, file), "utf8")))
  assert.deepEqual(callers.sort(), [
    "domains/handover/payments/transition.ts",
    "domains/handover/purchases/purchase-store.ts",
  ])
})

/** What an update sets stands before its conditions. */
const untilWhere = (text: string) => text.split(".where(")[0] ?? ""
