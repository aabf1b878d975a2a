import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { machines, machinesDocs } from "../../src/scripts/machines-docs.ts"
import { root, sources } from "./source-graph.ts"

test("docs/machines.md matches the tables of transitions", () => {
  const page = readFileSync(new URL("../../../docs/machines.md", import.meta.url), "utf8")
  assert.equal(page, machinesDocs(machines), "run `npm run docs`")
})

/** The tables with a state machine: the one file and function that writes the state, and the one file that calls it. */
const writers = {
  purchases: {
    store: "domains/handover/purchases/purchase-store.ts",
    moves: "movePurchase",
    caller: "domains/handover/payments/transition.ts",
  },
  assistant_calls: {
    store: "domains/assistant/calls/call-store.ts",
    moves: "moveCall",
    caller: "domains/assistant/calls/transition-call.ts",
  },
  assistant_runs: {
    store: "domains/assistant/runs/run-store.ts",
    moves: "moveRun",
    caller: "domains/assistant/runs/transition-run.ts",
  },
}

for (const [table, { store, moves, caller }] of Object.entries(writers)) {
  test(`the state of ${table} is written by one statement, in a function that one function calls`, () => {
    const texts = sources().map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))
    const writes = texts.flatMap(({ file, text }) => {
      const built = text.split(`updateTable("${table}")`).slice(1)
      const raw = text.match(new RegExp(`update ${table}\\b[^\`"]*`, "gi")) ?? []
      return [...built.map(upToItsEnd).filter(setsState), ...raw.filter(setsStateRaw)].map(() => file)
    })
    assert.deepEqual(writes, [store])
    const callers = texts.filter(({ text }) => new RegExp(`\\b${moves}\\(`).test(text)).map(({ file }) => file)
    assert.deepEqual(callers.sort(), [caller, store].sort())
  })
}

const upToItsEnd = (text: string) => text.split(/\.execute/)[0] ?? ""

/** Conditions quote the column's name; an update uses it as an object's key, or as the first argument. */
const setsState = (statement: string) =>
  /(?<!["'.\w])state\s*[:,}]/.test(statement) || /\.set\(\s*["']state["']/.test(statement)
const setsStateRaw = (statement: string) => /\bset\b.*?\bstate\s*=/is.test(statement.split(/\bwhere\b/i)[0] ?? "")
