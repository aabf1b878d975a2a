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

test("a purchase's state is written by one statement, in a function that one function calls", () => {
  const writes = sources().flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8")
    const built = text.split('updateTable("purchases")').slice(1)
    const raw = text.match(/update purchases\b[^`"]*/gi) ?? []
    return [...built.map(upToItsEnd).filter(setsState), ...raw.filter(setsStateRaw)].map(() => file)
  })
  assert.deepEqual(writes, ["domains/handover/purchases/purchase-store.ts"])
  const callers = sources().filter((file) => /\bmovePurchase\(/.test(readFileSync(join(root, file), "utf8")))
  assert.deepEqual(callers.sort(), [
    "domains/handover/payments/transition.ts",
    "domains/handover/purchases/purchase-store.ts",
  ])
})

const upToItsEnd = (text: string) => text.split(/\.execute/)[0] ?? ""

/** Conditions name the column in quotes; what an update sets is a name of an object, or the first argument. */
const setsState = (statement: string) =>
  /(?<!["'.\w])state\s*[:,}]/.test(statement) || /\.set\(\s*["']state["']/.test(statement)
const setsStateRaw = (statement: string) => /\bset\b.*?\bstate\s*=/is.test(statement.split(/\bwhere\b/i)[0] ?? "")
