import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { temporaryFolder } from "#test/support/databases/test-databases.ts"
import { testedDocument } from "#test/support/worlds/http-world.ts"
import { type Printable, printTypes } from "../../../client/print-types.ts"
import { blocks } from "./packed-client.ts"

const root = join(import.meta.dirname, "../../..")
const types = join(root, "client/src/types.ts")

interface Content {
  schema: { $ref?: string }
  examples?: Record<string, { value: object }>
}
type Body = { content?: Record<string, Content> }
interface Described {
  paths: Record<string, Record<string, { operationId: string; requestBody?: Body; responses: Record<string, Body> }>>
  components: { responses: Record<string, Body> }
}

test("the committed types equal those that are generated from openapi.json", () => {
  assert.equal(readFileSync(types, "utf8"), printTypes(testedDocument as Printable), "run `npm run docs`")
})

test("an object within a schema is printed in its place", () => {
  const file = { type: "object", properties: { key: { type: "string" }, size: { type: "integer" } }, required: ["key"] }
  const files = { type: "array", items: { oneOf: [file, { type: "null" }] } }
  const Parcel = { type: "object", properties: { files }, required: ["files"] }
  const info = { version: "2026-12-01" }
  const printed = printTypes({ info, paths: {}, webhooks: {}, components: { schemas: { Parcel } } })
  assert.match(printed, /\{\n {2}files: ReadonlyArray<\{ key: string; size\?: number \} \| null>\n\}/)
})

test("every example of openapi.json compiles, and a wrong one does not", (t) => {
  const { paths, components } = testedDocument as Described
  const lines = [...Object.values(components.responses), ...Object.values(paths).flatMap(bodiesOf)].flatMap(examplesOf)
  assert.ok(lines.length > 80, `${lines.length} examples`)
  const wrong = ["{ verified: 1 }", "{ verified: true, reason: null }", "{}"].map(
    (value) => `// @ts-expect-error: not as described\n${checked("DomainCheck", value)}`,
  )
  const file = join(temporaryFolder(t), "examples.ts")
  writeFileSync(file, [`import type * as types from ${JSON.stringify(types)}`, ...lines, ...wrong].join("\n"))
  compile([file])
})

test("the programs of docs/developers/client.md compile", (t) => {
  const folder = temporaryFolder(t)
  const { purchase, refusal, webhook } = blocks
  const files = [purchase, refusal, webhook].map((program, at) => {
    const file = join(folder, `${at}.ts`)
    const source = (name: string) => JSON.stringify(join(root, `client/src/${name}.ts`))
    const own = program.replace('"@atelier/client"', source("client"))
    writeFileSync(file, own.replace('"@atelier/client/webhooks"', source("webhooks")))
    return file
  })
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
  compile(files, ["--types", "node", "--typeRoots", join(root, "node_modules/@types"), "--skipLibCheck"])
})

const bodiesOf = (methods: Described["paths"][string]): Body[] =>
  Object.values(methods).flatMap(({ requestBody = {}, responses }) => [requestBody, ...Object.values(responses)])

/** A statement for each example, which compiles if the example has its schema's type. */
function examplesOf({ content }: Body): string[] {
  const { schema, examples = {} } = content?.["application/json"] ?? { schema: {} }
  const name = schema.$ref?.split("/").at(-1) ?? ""
  return Object.values(examples).map(({ value }) =>
    checked(name.replace(/^Error$/, "ErrorBody"), JSON.stringify(value)),
  )
}

const checked = (type: string, value: string) => `void (${value} satisfies types.${type})`

function compile(files: readonly string[], more: readonly string[] = ["--types", ""]): void {
  const options = "--noEmit --strict --exactOptionalPropertyTypes --allowImportingTsExtensions --module nodenext"
  const program = join(root, "node_modules/typescript/bin/tsc")
  execFileSync(process.execPath, [program, ...options.split(" "), "--lib", "es2022,dom", ...more, ...files], {
    cwd: join(files[0] ?? "", ".."),
    stdio: ["ignore", "inherit", "inherit"],
  })
}
