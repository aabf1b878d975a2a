import type { Answer, Cause, FieldList, JsonExample, ReferenceOperation, TryField } from "#contract/pages/developers.ts"
import { describeField, describeFields, type FieldSchema, type Resolve, variantsOf } from "../schema-fields.ts"
import {
  followed,
  type OpenApi,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
} from "./openapi.ts"
import { samplesOf } from "./samples.ts"

interface Place {
  method: string
  path: string
  document: OpenApi
  mayTry(id: string, method: string): boolean
}

/** One operation of `openapi.json`, in the form that the reference draws. */
export function readOperation(
  operation: OpenApiOperation,
  { method, path, document, mayTry }: Place,
): ReferenceOperation {
  const parameters = operation.parameters.map((parameter) => followed<OpenApiParameter>(parameter, document))
  const content = operation.requestBody?.content["application/json"]
  const resolve: Resolve = (schema) => followed(schema, document)
  const requests = examplesOf(content)
  const body = content && { schema: resolve(content.schema), example: JSON.parse(requests[0]?.json ?? "{}") as object }
  const [tag] = operation.tags
  const { operationId: id, summary, description } = operation
  const answers = Object.entries(operation.responses)
    .filter(([status]) => status !== "default")
    .map(([status, response]) => toAnswer(status, followed<OpenApiResponse>(response, document), document))
  return {
    ...{ id, method, path, tag, summary, description, requests, answers },
    inputs: [...parameterLists(parameters, resolve), ...bodyList(body?.schema, resolve)],
    samples: samplesOf({
      ...{ id, method, base: document.servers[0].url },
      input: { ...Object.fromEntries(sentOf(parameters).map((one) => [one.name, exampleOf(one)])), ...body?.example },
      url: document.servers[0].url + addressOf(path, parameters),
      headers: {
        ...(body && { "Content-Type": "application/json" }),
        "SVC-Version": document.info.version,
      },
      body: body?.example,
      isIdempotent: parameters.some(({ name }) => name === "Idempotency-Key"),
      file: answers[0]?.mediaType === "image/png" ? "card.png" : undefined,
    }),
    tryFields: mayTry(id, method) ? tryFieldsOf(parameters, body) : null,
  }
}

export function toAnswer(status: string, response: OpenApiResponse, document: OpenApi): Answer {
  const resolve: Resolve = (schema) => followed(schema, document)
  const [[mediaType, content] = ["", undefined]] = Object.entries(response.content ?? {})
  const isRefusal = content?.schema.$ref === "#/components/schemas/Error"
  const examples = examplesOf(content)
  const everywhere = everyHeaderOf(document)
  return {
    status,
    description: response.description,
    mediaType,
    headers: Object.keys(response.headers).filter((name) => !everywhere.includes(name)),
    parts: !content || isRefusal || mediaType !== "application/json" ? [] : partsOf(content.schema, resolve),
    examples: isRefusal ? [] : examples,
    causes: isRefusal ? Object.entries(content.examples ?? {}).map(([name, example]) => causeOf(name, example)) : [],
  }

  function causeOf(name: string, { value }: { value: unknown }): Cause {
    const { error } = value as { error: { code: string; message: string; hint?: string } }
    return { status: /^status(\d+)$/.exec(name)?.[1] ?? status, ...error, hint: error.hint ?? "" }
  }
}

/** The headers that the responses of every operation have. */
export function everyHeaderOf({ paths }: OpenApi): string[] {
  const responses = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.values(responses)),
  )
  const sets = responses.flatMap((response) => ("headers" in response ? [new Set(Object.keys(response.headers))] : []))
  return [...(sets[0] ?? [])].filter((name) => sets.every((names) => names.has(name)))
}

/** Lists the fields of an answer's object, or of each alternative. */
function partsOf(schema: FieldSchema, resolve: Resolve): FieldList[] {
  return variantsOf(resolve(schema)).map((variant) => ({
    title: "",
    description: resolve(variant).description ?? "",
    fields: describeFields(variant, resolve),
  }))
}

const places = { path: "Path", query: "Query", header: "Headers" } as const

function parameterLists(parameters: readonly OpenApiParameter[], resolve: Resolve): FieldList[] {
  return Object.entries(places).flatMap(([place, title]) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, description, schema }) => ({
        ...describeField(name, schema, { isRequired: required, resolve }),
        description,
      }))
    return fields.length === 0 ? [] : [{ title, description: "", fields }]
  })
}

const bodyList = (schema: FieldSchema | undefined, resolve: Resolve): FieldList[] =>
  schema ? [{ title: "Body", description: "", fields: describeFields(schema, resolve) }] : []

function examplesOf(content: { examples?: Record<string, { summary: string; value: unknown }> } | undefined) {
  return Object.values(content?.examples ?? {}).map(
    ({ summary, value }): JsonExample => ({ summary, json: JSON.stringify(value, null, 2) }),
  )
}

const exampleOf = ({ schema, example }: OpenApiParameter) => String(example ?? schema.examples?.[0] ?? "")

/** The parameters of a sample, besides its headers. */
const sentOf = (parameters: readonly OpenApiParameter[]) =>
  parameters.filter((parameter) => parameter.in !== "header" && exampleOf(parameter) !== "")

function addressOf(path: string, parameters: readonly OpenApiParameter[]): string {
  const value = (name: string) => exampleOf(parameters.find((parameter) => parameter.name === name) as OpenApiParameter)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(value(name)))
  const sent = sentOf(parameters).filter((parameter) => parameter.in === "query")
  const query = new URLSearchParams(sent.map((parameter) => [parameter.name, exampleOf(parameter)]))
  return sent.length === 0 ? filled : `${filled}?${query}`
}

function tryFieldsOf(
  parameters: readonly OpenApiParameter[],
  body: { schema: FieldSchema; example: object } | undefined,
): TryField[] {
  const own = parameters.flatMap((parameter): TryField[] => {
    const { name, in: place, required } = parameter
    return place === "header" ? [] : [{ name, in: place, isRequired: required, value: exampleOf(parameter) }]
  })
  const typed: Record<string, unknown> = { ...body?.example }
  const inBody = Object.keys(body?.schema.properties ?? {}).map((name): TryField => {
    const isRequired = body?.schema.required?.includes(name) ?? false
    return { name, in: "body", isRequired, value: String(typed[name] ?? "") }
  })
  return [...own, ...inBody]
}
