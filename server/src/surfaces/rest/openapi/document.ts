import type { Endpoint } from "../endpoint.ts"
import { headerComponents } from "./headers.ts"
import { type Components, toJsonSchema } from "./json-schema.ts"
import { toOperation } from "./operation.ts"
import { envelope, refusalComponents } from "./refusals.ts"

/** What the description needs to know beside the endpoints. */
export interface About {
  readonly baseUrl: string
  readonly brandName: string
  /** Supported versions, oldest first. */
  readonly versionDates: readonly string[]
}

const tags = [
  { name: "Onboarding", description: "Checks before a workspace or a custom domain is set up." },
  { name: "Handover", description: "Buying what a seller offers: look up, check out, verify, redeem." },
  { name: "Previews", description: "Images for link previews." },
]

/** Describes the REST API in OpenAPI 3.1, from the endpoint table and the schemas of its actions. */
export function openApiDocument(endpoints: readonly Endpoint[], about: About): object {
  const schemas: Components = {}
  toJsonSchema(envelope, "output", schemas)
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: toOperation(endpoint, schemas) }
  }
  return {
    openapi: "3.1.0",
    info: infoOf(about),
    servers: [{ url: about.baseUrl }],
    security: [],
    tags,
    paths,
    components: { schemas, headers: headerComponents, parameters: parametersOf(about), responses: refusalComponents() },
  }
}

function infoOf({ brandName, versionDates }: About): object {
  return {
    title: `${brandName} API`,
    version: versionDates.at(-1),
    description: [
      "The public API. It takes no credentials.",
      "Every response carries `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`; every refusal is JSON, also 405 (another method, with `Allow`), 408 and 431 (requests that did not arrive whole or are too large).",
      "`HEAD` works wherever `GET` does. Scripts of every origin may call the API, without credentials.",
      "New fields may appear at any time; breaking changes come under a new `SVC-Version`, at least 180 days before the old one stops.",
    ].join("\n\n"),
    license: { name: "All rights reserved", identifier: "LicenseRef-Proprietary" },
  }
}

function parametersOf({ versionDates }: About): object {
  return {
    Version: {
      name: "SVC-Version",
      in: "header",
      required: false,
      description: `The version to be answered in. Left out, the oldest one (${versionDates[0]}); send it on every request.`,
      schema: { type: "string", enum: versionDates },
    },
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description:
        "A random UUID for the operation. A retry with the same key and body gets the first final answer for 24 hours instead of doing the work again.",
      schema: { type: "string", format: "uuid", maxLength: 255 },
    },
  }
}
