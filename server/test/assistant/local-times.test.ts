import assert from "node:assert/strict"
import { test } from "node:test"
import { z } from "zod"
import { askAssistant, tools } from "#domains/assistant/on-demand.ts"
import { isTimeName, withLocalTimes } from "#engines/runs/model/local-times.ts"
import { utc } from "#kernel/time/zone.ts"
import { readsIn, writesIn } from "#test/support/assistant/tool-arguments.ts"
import { assistantWorld } from "#test/support/worlds/assistant-world.ts"
import { world } from "#test/support/worlds/world.ts"

const reads = tools.filter(({ kind }) => kind === "read")
const epoch = /:(?:1[4-9]|2[0-9])\d{11}(?=[,}\]])/
const inUtc = /\d{4}-\d\d-\d\dT[\d:.]+Z/

test("times reach the model in the person's zone, from every tool that reads", async (t) => {
  const { limits } = (await world(t)).app.assistant
  const studio = await assistantWorld(t, [], { assistant: { limits: { ...limits, calls: 100 } } })
  const given = await readsIn(studio, await writesIn(studio))
  studio.says(
    reads.map(({ name }) => ({ call: name, arguments: given[name] })),
    ["Done."],
  )
  const asked = await studio.act("admin", askAssistant, { text: "All", timeZone: "America/St_Johns" })
  await studio.settled("admin", asked.conversationId)

  const results = studio.model.journal.at(-1)?.messages.at(-1)?.results ?? []
  assert.equal(results.length, reads.length)
  for (const [at, { text }] of results.entries()) {
    const name = reads[at]?.name ?? ""
    assert.doesNotMatch(text, epoch, name)
    assert.doesNotMatch(text, inUtc, name)
  }
  const all = results.map(({ text }) => text).join("")
  assert.ok(all.split("2026-11-20T08:30:00-03:30").length > 20, "noon in UTC, as a clock in St. John's shows it")
})

/** Numbers in answers that are no times. */
const counts =
  /clicks?|limit|files|bytes|Bytes|Cents|stock|delivered|units|width|height|downloads|sales|events|seconds|points|version|uses|links|Count|\bmax|^(?:from|to|of|section|level|recentClicks|titleMarks|marks|moved|docs|versions|conversations|maxUses|otherReferrers)$/i

test("each number in an answer of a tool is a time by its name, or known to be none", () => {
  const unknown: string[] = []
  const look = (node: unknown, name: string, tool: string): void => {
    if (typeof node !== "object" || node === null) return
    const { type, properties = {}, items, anyOf = [], format } = node as { type?: string; properties?: object; items?: unknown; anyOf?: unknown[]; format?: string } // biome-ignore format: one thought
    const isNumber = type === "integer" || type === "number"
    if ((isNumber && !isTimeName(name) && !counts.test(name)) || (format === "date-time" && !isTimeName(name)))
      unknown.push(`${tool}: ${name}`)
    for (const [inner, part] of Object.entries(properties)) look(part, inner, tool)
    look(items, name, tool)
    for (const part of anyOf) look(part, name, tool)
  }
  for (const { name, action } of tools)
    look(z.toJSONSchema(action.output, { unrepresentable: "any", io: "input" }), "", name)
  assert.deepEqual(unknown, [])
})

test("people's own text is not read as a time", () => {
  const written = { title: "2026-11-20T12:00:00Z", text: "at 1795176000000", note: null, at: "soon", expiresAt: null }
  assert.deepEqual(withLocalTimes(written, utc), written)
})
