/** The used part of `openapi.json`. */
export interface ApiDescription {
  /** `version` is the newest version of the API. */
  info: { version: string }
  paths: Record<string, Partial<Record<"get" | "post", Operation>>>
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { content: { "application/json": { schema: InputSchema } } }
  responses: Record<string, { content?: Record<string, unknown> }>
}

export interface Parameter {
  name: string
  in: "path" | "query"
  required?: boolean
  description?: string
  schema: object
}

export interface InputSchema {
  type: "object"
  properties: Record<string, object>
  required: string[]
}

/** The operation's own parameters. Shared ones are references to headers, which `callOperation` sends. */
export function ownParameters({ parameters }: Operation): Parameter[] {
  return parameters.filter((parameter) => "name" in parameter)
}

/** Merges the parameters and the body into one object schema. */
export function inputSchemaOf(operation: Operation): InputSchema {
  const parameters = ownParameters(operation)
  const body = operation.requestBody?.content["application/json"].schema
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(parameters.map(({ name, schema, description }) => [name, { ...schema, description }])),
      ...body?.properties,
    },
    required: [...parameters.filter(({ required }) => required).map(({ name }) => name), ...(body?.required ?? [])],
  }
}
