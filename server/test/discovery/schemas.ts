/** What the specifications behind the documents ask for, as JSON Schemas, by the document's id. */

const text = { type: "string", minLength: 1 }
const address = { type: "string", format: "uri" }
const texts = { type: "array", items: text, minItems: 1 }

function shape(required: Record<string, object>, optional: Record<string, object> = {}): object {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  }
}

const listedTool = shape({
  name: { type: "string", pattern: "^[a-z_]{1,64}$" },
  title: text,
  description: text,
  inputSchema: { type: "object", properties: { type: { const: "object" } }, required: ["type"] },
  outputSchema: { type: "object", properties: { type: { const: "object" } }, required: ["type"] },
  annotations: { type: "object", required: ["readOnlyHint", "destructiveHint", "openWorldHint"] },
})

/** The tool preview. It is no card of the protocol's extension, so it names no schema. */
const serverCard = shape({
  version: { const: "1.0" },
  protocolVersion: { const: "2025-06-18" },
  serverInfo: shape({ name: text, title: text, version: text }),
  description: text,
  documentationUrl: address,
  transport: shape({ type: { const: "streamable-http" }, endpoint: address }),
  capabilities: shape({ tools: { type: "object" }, resources: { type: "object" } }),
  authentication: shape({ required: { const: true }, schemes: { const: ["oauth2"] } }),
  tools: { type: "array", items: listedTool, minItems: 1 },
})

/** The extension for server cards; it refuses properties that it does not know. */
const remoteCard = shape({
  $schema: { const: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json" },
  name: { type: "string", pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
  version: text,
  title: text,
  description: { type: "string", minLength: 1, maxLength: 100 },
  websiteUrl: address,
  remotes: {
    type: "array",
    minItems: 1,
    items: shape({ type: { const: "streamable-http" }, url: address, supportedProtocolVersions: texts }),
  },
})

const mcpManifest = shape({
  name: text,
  title: text,
  description: text,
  version: text,
  mcp_version: { const: "2025-06-18" },
  transport: { const: "streamable-http" },
  endpoint: address,
  endpoints: shape({ streamable_http: address }),
  capabilities: { type: "object" },
  server_card: address,
  tool_preview: address,
  authentication: shape({
    type: { const: "oauth2" },
    client_id: text,
    resource_metadata: address,
    documentation: address,
  }),
})

const requirement = shape({ schemes: { type: "object", additionalProperties: shape({ list: texts }) } })

/** A2A 1.0.1, `AgentCard`. */
const agentCard = shape({
  name: text,
  description: text,
  version: text,
  provider: shape({ organization: text, url: address }),
  documentationUrl: address,
  supportedInterfaces: {
    type: "array",
    minItems: 1,
    items: shape({
      url: address,
      protocolBinding: { ...text, not: { enum: ["JSONRPC", "GRPC", "HTTP+JSON"] } },
      // 4.4.6: "The version of the A2A protocol this interface exposes. […] Examples: "0.3", "1.0"".
      protocolVersion: { enum: ["0.3", "1.0"] },
    }),
  },
  capabilities: { type: "object" },
  defaultInputModes: texts,
  defaultOutputModes: texts,
  securitySchemes: shape({
    oauth: shape({
      oauth2SecurityScheme: shape({
        flows: shape({
          authorizationCode: shape({
            authorizationUrl: address,
            tokenUrl: address,
            refreshUrl: address,
            scopes: { type: "object", additionalProperties: text },
            pkceRequired: { const: true },
          }),
        }),
        oauth2MetadataUrl: address,
      }),
    }),
  }),
  securityRequirements: { type: "array", items: requirement, minItems: 1 },
  skills: {
    type: "array",
    minItems: 1,
    items: shape({
      id: text,
      name: text,
      description: text,
      tags: texts,
      securityRequirements: { type: "array", items: requirement },
    }),
  },
})

/** Agent Skills Discovery 0.2.0. */
const skillsIndex = shape({
  $schema: { const: "https://schemas.agentskills.io/discovery/0.2.0/schema.json" },
  skills: {
    type: "array",
    minItems: 1,
    items: shape({
      name: { type: "string", pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 64 },
      type: { const: "skill-md" },
      description: { type: "string", minLength: 1, maxLength: 1024 },
      url: { type: "string", pattern: "^/\\.well-known/agent-skills/[a-z0-9-]+/SKILL\\.md$" },
      digest: { type: "string", pattern: "^sha256:[0-9a-f]{64}$" },
    }),
  },
})

/** AI Catalog 1.0. */
const aiCatalog = shape({
  specVersion: { const: "1.0" },
  host: shape({ displayName: text, identifier: text, documentationUrl: address }),
  entries: {
    type: "array",
    minItems: 1,
    items: shape(
      {
        identifier: { type: "string", pattern: "^urn:air:[^:]+(:[\\w.-]+)+$" },
        type: text,
        mediaType: text,
        url: address,
        displayName: text,
      },
      { description: text },
    ),
  },
})

const links = { type: "array", minItems: 1, items: shape({ href: address, type: text }) }

/** RFC 9727 §4, as a link set of RFC 9264 §4.2. */
const apiCatalog = shape({
  linkset: {
    type: "array",
    minItems: 1,
    items: shape({ anchor: address, "service-desc": links, "service-doc": links }, { status: links }),
  },
})

export const schemas: Record<string, object> = {
  serverCard,
  remoteCard,
  mcpManifest,
  agentCard,
  skillsIndex,
  aiCatalog,
  apiCatalog,
}
