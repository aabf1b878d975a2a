import assert from "node:assert/strict"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import addFormatsModule from "ajv-formats"

/** A response that a test received. */
export interface SeenResponse {
  method: string
  /** With or without a query. */
  path: string
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** JSON as a value; undefined for another body. */
  body: unknown
}

interface Header {
  required?: boolean
  schema: { type?: string }
}
interface Response {
  headers?: Record<string, { $ref: string }>
  content?: Record<string, { schema: object; examples?: object }>
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  components: { headers: Record<string, Header>; responses: Record<string, Response> }
}

/** Asserts that `openapi.json` describes a response: its status, headers, content type and body. */
export type CheckResponse = (seen: SeenResponse) => void

/** Makes the check for a document. A response of an address outside the document passes. */
export function openApiChecker(openapi: object): CheckResponse {
  const document = openapi as Document
  const isBody = bodyChecker(document)
  const checkHeaders = headerChecker(document)
  const findOperation = operationFinder(document)
  return (seen) => {
    const operation = findOperation(seen)
    if (!operation) return
    const name = `${seen.method} ${operation.template} ${seen.status}`
    const declared = operation.responses[String(seen.status)] ?? defaultResponse(document, seen.status)
    assert.ok(declared, `${name} is not in openapi.json`)
    checkHeaders(name, declared, seen)
    if (seen.method !== "HEAD" && declared.content) isBody(name, declared.content, seen)
  }
}

/** The response of HTTP's own refusals, if it has an example of the status. */
function defaultResponse({ components }: Document, status: number): Response | undefined {
  const response = components.responses.Default
  const { examples = {} } = response?.content?.["application/json"] ?? {}
  return Object.hasOwn(examples, `status${status}`) ? response : undefined
}

function operationFinder({ paths }: Document) {
  const templates = Object.keys(paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`),
  }))
  return ({ method, path }: SeenResponse) => {
    const template = templates.find(({ pattern }) => pattern.test(path.split("?", 1)[0] ?? ""))?.template ?? ""
    const operation = paths[template]?.[method === "HEAD" ? "get" : method.toLowerCase()]
    return operation && { template, responses: operation.responses }
  }
}

/** Makes the check of a value by a schema of the document; it fails with an assertion. */
export function schemaChecker(openapi: object): (schema: object, value: unknown, name: string) => void {
  const { components } = openapi as Document
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void
  addFormats(ajv)
  const compiled = new Map<object, ValidateFunction>()
  return (schema, value, name) => {
    // References start at the document's root, so the schema includes the document's components.
    const validate = compiled.get(schema) ?? ajv.compile(strict({ ...schema, components }) as object)
    compiled.set(schema, validate)
    assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`)
  }
}

function bodyChecker(document: Document) {
  const check = schemaChecker(document)
  return (name: string, content: NonNullable<Response["content"]>, seen: SeenResponse): void => {
    const type = String(seen.headers["content-type"]).split(";", 1)[0] ?? ""
    const schema = content[type]?.schema
    assert.ok(schema, `${name} does not promise ${type}`)
    if (type !== "application/json") return
    check(schema, seen.body, name)
  }
}

function headerChecker(document: Document) {
  return (name: string, response: Response, seen: SeenResponse): void => {
    for (const [header, { $ref }] of Object.entries(response.headers ?? {})) {
      const { required, schema } = document.components.headers[lastPart($ref)] as Header
      const value = seen.headers[header.toLowerCase()]
      if (required) assert.ok(value !== undefined, `${name} lacks ${header}`)
      if (value !== undefined && schema.type === "integer") assert.match(String(value), /^\d+$/, `${name}: ${header}`)
    }
  }
}

/** Clients must accept unknown fields, but here every sent field must be described. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (typeof schema !== "object" || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, strict(part)]))
  return "properties" in parts && parts.type === "object" ? { ...parts, additionalProperties: false } : parts
}

const lastPart = (reference: string) => reference.split("/").at(-1) ?? ""
