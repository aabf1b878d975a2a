import assert from "node:assert/strict"
import { test } from "node:test"
import { type RecordedLevel, simulate } from "./simulate.ts"
import { simulationWords } from "./words.ts"

const link = { name: "create_link", kind: "write", floor: "always", server: null } as const
const plan = { name: "set_stream_plan", kind: "write", floor: "ask", server: null } as const
const list = { name: "list_links", kind: "read", floor: "always", server: null } as const

const call = (tool: string, [level = "", layer = ""]: string[], more: Partial<RecordedLevel> = {}): RecordedLevel => ({
  ...{ tool, level, layer, role: "member", outcome: level === "never" ? "refused" : "done", ...more },
})

/** One line a rule: a recorded call, a changed cell, and the count that the call then adds to. */
const rules: [call: RecordedLevel, field: Parameters<typeof simulate>[1][number], counts: string][] = [
  [call("create_link", ["ask", "member"]), { role: "member", level: "always", of: link }, "unasked"],
  [call("create_link", ["ask", "member"]), { role: "member", level: "never", of: link }, "refused"],
  [call("create_link", ["ask", "workspace"]), { role: "member", level: "always", of: link }, "unasked"],
  [call("create_link", ["ask", "workspace"]), { role: "member", level: "chooses", of: link }, "none"],
  [call("create_link", ["ask", "situation"]), { role: "member", level: "always", of: link }, "none"],
  [call("create_link", ["always", "conversation"]), { role: "member", level: "ask", of: link }, "asked"],
  [call("create_link", ["always", "workspace"]), { role: "member", level: "chooses", of: link }, "asked"],
  [call("create_link", ["always", "member"]), { role: "member", level: "chooses", of: link }, "none"],
  [call("create_link", ["never", "workspace"]), { role: "member", level: "ask", of: link }, "allowed"],
  [call("create_link", ["never", "role"]), { role: "member", level: "always", of: link }, "none"],
  [call("create_link", ["never", "tool"]), { role: "member", level: "always", of: link }, "none"],
  [call("create_link", ["ask", "member"]), { role: "admin", level: "never", of: link }, "none"],
  [call("create_link", ["ask", "member"], { outcome: "declined" }), { role: "member", level: "never", of: link }, "refused"], // biome-ignore format: one thought
  [call("set_stream_plan", ["ask", "tool"]), { role: "member", level: "never", of: plan }, "refused"],
  [call("set_stream_plan", ["never", "workspace"]), { role: "member", level: "ask", of: plan }, "allowed"],
  [call("list_links", ["always", "tool"]), { role: "member", level: "ask", of: list }, "asked"],
  [call("list_links", ["ask", "workspace"]), { role: "member", level: "chooses", of: list }, "unasked"],
]

test("a recorded call is judged again by the layer that decided it", () => {
  for (const [recorded, field, counts] of rules) {
    const { calls, ...counted } = simulate([recorded], [field])
    const said = Object.entries(counted).flatMap(([name, count]) => (count > 0 ? [name] : []))
    assert.deepEqual([calls, said.join() || "none"], [1, counts], `${JSON.stringify(recorded)} under ${field.level}`)
  }
})

test("an undone call counts once, and sentences state how many calls would have differed", () => {
  const week = [
    ...Array.from({ length: 3 }, () => call("create_link", ["ask", "member"])),
    call("list_links", ["always", "tool"]),
    call("create_link", ["ask", "member"], { outcome: "undone" }),
  ]
  const opened = simulate(week, [{ role: "member", level: "always", of: link }])
  assert.equal(simulationWords(opened), "4 actions in the last 7 days: 3 would run automatically.")
  const closed = simulate(week, [
    { role: "member", level: "never", of: link },
    { role: "member", level: "ask", of: list },
  ])
  assert.match(simulationWords(closed), /: 1 would ask first, 3 would be refused\.$/)
  assert.match(simulationWords(simulate(week, [])), /no change/)
  assert.match(simulationWords(simulate([], [])), /No actions/)
})
