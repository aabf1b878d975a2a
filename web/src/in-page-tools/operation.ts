/** As much of `openapi.json` as tools are made of. */
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

/** The parameters of an operation's own: headers are shared ones, and are sent by the tool. */
export function ownParameters({ parameters }: Operation): Parameter[] {
  return parameters.filter((parameter) => "name" in parameter)
}

/** All that an operation takes, wherever it is sent, as one object. */
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
