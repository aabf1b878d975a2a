import type { Endpoint } from "../endpoint.ts"
import type { About } from "./about.ts"
import { headerComponents } from "./headers.ts"
import { type Components, toJsonSchema } from "./json-schema.ts"
import { toOperation } from "./operation.ts"
import { defaultResponse, envelope } from "./refusals.ts"
import { describeWebhooks } from "./webhooks.ts"

const tags = [
  { name: "Onboarding", description: "Checks before you set up a workspace or a custom domain." },
  { name: "Handover", description: "Buy an offer: look up, check out, verify, redeem." },
  { name: "Previews", description: "Images for link previews." },
]

/** Describes the REST API and the webhooks in OpenAPI 3.1, from the tables of endpoints and events and their schemas. */
export function openApiDocument(endpoints: readonly Endpoint[], about: About): object {
  const schemas: Components = {}
  toJsonSchema(envelope, "output", schemas)
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: toOperation(endpoint, { about, schemas }),
    }
  }
  const events = describeWebhooks(schemas)
  return {
    openapi: "3.1.0",
    info: infoOf(about),
    servers: [{ url: about.baseUrl }],
    security: [],
    tags: [...tags, events.tag],
    paths,
    webhooks: events.webhooks,
    components: {
      schemas,
      headers: headerComponents,
      parameters: { ...parametersOf(about), ...events.parameters },
      responses: { Default: defaultResponse(about) },
    },
  }
}

function infoOf({ baseUrl, brandName, versionDates }: About): object {
  return {
    title: `${brandName} API`,
    version: versionDates.at(-1),
    description: [
      "The public API. No credentials needed.",
      "Every response has `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`; every error is JSON.",
      "Each operation lists its own statuses. Its `default` describes the statuses that all operations share.",
      "Unknown fields of a body are ignored. If a required field is missing, the error names them.",
      "`HEAD` works wherever `GET` does. Any website may call the API from a browser, without credentials.",
      "New fields may appear at any time; breaking changes get a new `SVC-Version`, at least 180 days before the old one stops.",
    ].join("\n\n"),
    contact: { name: brandName, url: baseUrl },
    license: { name: "MIT", identifier: "MIT" },
  }
}

function parametersOf({ versionDates }: About): object {
  return {
    Version: {
      name: "SVC-Version",
      in: "header",
      required: false,
      description: `The API version. Send it on every request; the default is the oldest one (${versionDates[0]}).`,
      schema: { type: "string", format: "date", enum: versionDates },
      example: versionDates.at(-1),
    },
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description:
        "A random UUID for the operation. For 24 hours, a retry with the same key and body returns the first final response and does not run again.",
      schema: { type: "string", format: "uuid", maxLength: 255 },
      example: "7b0f6c1e-5a0d-4c55-9b1f-3f0a8d2f6e11",
    },
    IfNoneMatch: {
      name: "If-None-Match",
      in: "header",
      required: false,
      description: "The `ETag` of a stored response. If it has not changed, the response is 304.",
      schema: { type: "string" },
    },
  }
}
