import assert from "node:assert/strict"
import { test } from "node:test"
import type { HTMLElement } from "node-html-parser"
import { listTools } from "#surfaces/mcp/tool.ts"
import { tools } from "#surfaces/mcp/tools.ts"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"
import { pagesOf } from "#test/support/worlds/page-world.ts"

const wordsOf = (node: HTMLElement | null | undefined) => (node?.textContent ?? "").replaceAll(/\s+/g, " ").trim()

test("the reference of the tool server has every tool, argument, result, scope, role and example", async (t) => {
  const { visit } = await pagesOf(await mcpWorld(t))
  const page = await visit("/developers/tools")
  assert.deepEqual(page.all("section[id]").map(({ id }) => id), tools.map(({ name }) => name)) // biome-ignore format: one thought
  for (const { name, title, description, inputSchema, outputSchema } of listTools(tools)) {
    const section = page.all(`#${name}`)[0] as HTMLElement
    const text = wordsOf(section)
    const { action, scope, example } = tools.find((tool) => tool.name === name) ?? assert.fail(name)
    for (const words of [title, description.replaceAll("`", ""), `Scope ${scope}`]) assert.ok(text.includes(words), `${name}: ${words}`) // biome-ignore format: one thought
    assert.ok(text.includes(`Least role ${action.access === "workspace" ? action.role : "none"}`), name)
    const names = section.querySelectorAll("[data-fields] dt code").map(wordsOf)
    assert.deepEqual(names, [...namesOf(inputSchema), ...namesOf(outputSchema)], name)
    const [call, result] = section.querySelectorAll("pre").map(({ textContent }) => JSON.parse(textContent))
    assert.deepEqual(call, { name, arguments: example.arguments })
    assert.deepEqual(result, { workspace: result.workspace, ...example.result })
  }
})

/** The names of all fields, as any reader of JSON Schema finds them. */
function namesOf(schema: object, around = ""): string[] {
  const { properties = {}, items, anyOf = [] } = schema as Record<"properties" | "items" | "anyOf", never>
  if (items) return namesOf(items, `${around.slice(0, -1)}[].`)
  const inside = Object.entries<object>(properties).flatMap(([name, property]) => [
    `${around}${name}`,
    ...namesOf(property, `${around}${name}.`),
  ])
  return [...inside, ...(anyOf as object[]).flatMap((one) => namesOf(one, around))]
}

test("each tool's example has arguments that its schema allows, and a complete result", () => {
  for (const { name, action, example } of tools) {
    action.input.parse(example.arguments)
    assert.deepEqual(action.output.strict().parse(example.result), example.result, name)
  }
})

test("the examples of tools run, and their results have the fields of the examples", async (t) => {
  const { call, connect, callers } = await mcpWorld(t)
  const { accessToken } = await connect(callers.owner)
  // The other tools answer with what another company's service says, such as a calendar.
  const here = tools.filter(({ annotations }) => !annotations.openWorldHint)
  assert.ok(here.length >= 8)
  for (const { name, example } of here.toSorted(writesFirst)) {
    const { body } = await call(accessToken, name, example.arguments)
    const { workspace, ...result } = body.result?.structuredContent ?? assert.fail(JSON.stringify(body))
    assert.deepEqual(Object.keys(workspace), ["slug", "name"])
    const shown = Object.keys(example.result).filter((field) => field !== "next_cursor")
    assert.deepEqual(Object.keys(result).filter((field) => field !== "next_cursor").sort(), shown.sort(), name) // biome-ignore format: one thought
  }
})

const writesFirst = (one: { kind: string }, other: { kind: string }) => other.kind.localeCompare(one.kind)
