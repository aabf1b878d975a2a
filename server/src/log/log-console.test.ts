import assert from "node:assert/strict"
import { test } from "node:test"
import { AlreadyReported } from "#log/already-reported.ts"
import { openLog } from "./log.ts"
import { logConsole } from "./log-console.ts"

test("a library's complaint is a line of the log, without secrets, and one that was already reported is not", () => {
  const lines: string[] = []
  const console: Pick<Console, "error" | "warn"> = { error() {}, warn() {} }
  logConsole(openLog("info", { write: (line) => void lines.push(line) }), console)

  console.error("closing a connection\nbecause of", new RangeError("bo@example.com is too far"))
  console.error("closing a connection because of", new AlreadyReported())
  console.warn(`long ${"word ".repeat(1_000)}`)

  assert.equal(lines.length, 2)
  const { level, error } = JSON.parse(lines[0] ?? "")
  assert.deepEqual([level, error], ["warn", "closing a connection\nbecause of RangeError: [address] is too far"])
  assert.ok((lines[1] ?? "").length < 1_000)
})
