import assert from "node:assert/strict"
import { test } from "node:test"
import { tools } from "#surfaces/mcp/tools.ts"
import { mcpWorld } from "#test/support/worlds/mcp-world.ts"

/** Every client reads the list before its first call, and most clients pass all of it to a model. */
const mostBytes = 2_594 * tools.length

type Node = Record<string, unknown>

/** All schemas within a schema, with their paths. */
function* schemasIn(node: unknown, path: string): Generator<[string, Node]> {
  if (typeof node !== "object" || node === null) return
  if (!Array.isArray(node)) yield [path, node as Node]
  for (const [name, part] of Object.entries(node)) yield* schemasIn(part, `${path}/${name}`)
}

test(`tools/list has at most ${mostBytes} bytes, and a description of every tool and argument`, async (t) => {
  const { request } = await mcpWorld(t)
  const { body } = await request("tools/list")
  const bytes = Buffer.byteLength(JSON.stringify(body.result))
  assert.ok(bytes <= mostBytes, `${bytes} bytes`)
  const undescribed = body.result.tools.flatMap(({ name, description, inputSchema }: Node) => {
    const fields = (inputSchema as { properties: Record<string, Node> }).properties
    const bare = Object.keys(fields).filter((field) => !fields[field]?.description)
    return [...bare.map((field) => `${name}.${field}`), ...(description ? [] : [name])]
  })
  assert.deepEqual(undescribed, [])
})

test("a field that an action's output describes is described in the list", async (t) => {
  const { request } = await mcpWorld(t)
  const { body } = await request("tools/list")
  for (const { name, action } of tools) {
    const listed = body.result.tools.find((tool: Node) => tool.name === name)
    for (const [field, schema] of Object.entries(action.output.shape)) {
      const { description } = (schema as { description?: string }) ?? {}
      assert.equal(listed.outputSchema.properties[field].description, description, `${name}.${field}`)
    }
  }
})

test("schemas have one type each, no pattern beside a format, and a workspace in every answer", async (t) => {
  const { request } = await mcpWorld(t)
  const { body } = await request("tools/list")
  const faults: string[] = []
  for (const { name, inputSchema, outputSchema } of body.result.tools) {
    for (const [path, node] of schemasIn({ inputSchema, outputSchema }, name)) {
      if (Array.isArray(node.type)) faults.push(`${path} has a list of types`)
      if (node.format !== undefined && node.pattern !== undefined) faults.push(`${path} says its format twice`)
    }
    const { properties, required } = outputSchema
    assert.deepEqual(Object.keys(properties.workspace.properties), ["slug", "name"])
    assert.equal(required.includes("workspace"), name !== "list_workspaces")
  }
  assert.deepEqual(faults, [])
})
