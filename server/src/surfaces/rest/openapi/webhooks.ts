import type { EventKind } from "#changes/note-event.ts"
import { eventExample, eventTable, payloadVersion } from "#domains/webhooks/index.ts"
import { type Components, toJsonSchema } from "./json-schema.ts"

const tag = { name: "Webhooks", description: "Events that this service posts to the endpoints of a workspace." }

/** The webhooks of OpenAPI 3.1, one for each type of event. Adds the schemas of their data to `schemas`. */
export function describeWebhooks(schemas: Components): { tag: object; parameters: object; webhooks: object } {
  schemas.EventEnvelope = envelope
  const names = new Map<unknown, string>()
  const webhooks = eventTable.map((kind) => {
    const name = names.get(kind.data) ?? nameOf(kind, schemas)
    if (!names.has(kind.data)) schemas[name] = toJsonSchema(kind.data, "output", schemas)
    names.set(kind.data, name)
    return [kind.type, { post: toWebhook(kind, name) }] as const
  })
  return { tag, parameters, webhooks: Object.fromEntries(webhooks) }
}

/** `PurchaseData` for the first schema of a family, and `LinkBatchChangedData` for a further one. */
function nameOf({ type }: EventKind, schemas: Components): string {
  const [family = ""] = type.split(".")
  const first = `${pascal(family)}Data`
  return first in schemas ? `${pascal(type)}Data` : first
}

const pascal = (text: string) => text.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

function toWebhook(kind: EventKind, dataName: string): object {
  const own = { type: { const: kind.type }, data: { $ref: `#/components/schemas/${dataName}` } }
  const schema = { allOf: [{ $ref: "#/components/schemas/EventEnvelope" }, { type: "object", properties: own }] }
  return {
    operationId: `on${pascal(kind.type)}`,
    summary: kind.sentence,
    tags: [tag.name],
    parameters: Object.keys(parameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: { "application/json": { schema, example: exampleOf(kind) } } },
    responses: {
      "2XX": { description: "The event arrived. Respond within 15 seconds." },
      410: { description: "The endpoint is gone. It is switched off at once." },
      default: { description: "The event is sent again, ten times within three days." },
    },
  }
}

/** How the ids of subjects begin, where they do not begin with the event's family. */
const subjectPrefixes: Readonly<Record<string, string>> = { delivery: "purchase", gift_code: "gift", member: "account", payment_issue: "unclear", "upload_link.received": "file" } // biome-ignore format: a table

function exampleOf(kind: EventKind): object {
  const [family = ""] = kind.type.split(".")
  const subject = `${subjectPrefixes[kind.type] ?? subjectPrefixes[family] ?? family}_2f7k3m9q4w8x`
  return {
    type: kind.type,
    timestamp: "2026-12-01T10:00:00.000Z",
    version: payloadVersion,
    id: "evt_01kb3x5w9r2m7c4t8v6n",
    workspaceId: "workspace_7d2h5j8k",
    subject,
    sequence: "4711.0",
    data: eventExample(kind, subject),
  }
}

const text = (description: string, more: object = {}) => ({ type: "string", description, ...more })

const envelope = {
  type: "object",
  description: "An event, as it is posted. Ignore fields and types that you do not know.",
  properties: {
    type: text("The family and what happened."),
    timestamp: text("When it happened, in UTC.", { format: "date-time" }),
    version: text("The format of `data`: the newest when the endpoint was made.", { format: "date" }),
    id: text("The event's id, the same in each try. Keep it to ignore repeats."),
    workspaceId: text("The workspace in which it happened."),
    subject: text("The id of the thing that it is about. The events of one subject arrive in their order."),
    sequence: text("Two numbers that order all events of the workspace. There are gaps."),
    data: { type: "object", description: "The thing after the change. It depends on `type`." },
  },
  required: ["type", "timestamp", "version", "id", "workspaceId", "subject", "sequence", "data"],
}

/** The headers of Standard Webhooks 1.0.0. */
const parameters = {
  WebhookId: header("webhook-id", "The event's id.", "evt_01kb3x5w9r2m7c4t8v6n"),
  WebhookTimestamp: header("webhook-timestamp", "When this try was made, in seconds since 1970.", "1796119200"),
  WebhookSignature: header(
    "webhook-signature",
    "Signatures of `{id}.{timestamp}.{body}`, a space between them: `v1` (HMAC-SHA256 under a secret of the endpoint) and `v1a` (ed25519).",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==",
  ),
}

function header(name: string, description: string, example: string): object {
  return { name, in: "header", required: true, description, schema: { type: "string" }, example }
}
