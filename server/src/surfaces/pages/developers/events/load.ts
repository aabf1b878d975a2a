import type { EventFamily, EventReference, EventsData } from "#contract/pages/developers.ts"
import type { PageContent, Visit } from "../../page.ts"
import { eventsPath, manualHead, manualOf } from "../manual.ts"
import { oncePerApp } from "../once-per-app.ts"
import { documentOf, followed, type OpenApiParameter, type OpenApiWebhook } from "../reference/openapi.ts"
import { describeField, describeFields, type Resolve } from "../schema-fields.ts"

const description = "Every event of webhooks, with its headers, fields and an example."

export async function loadEvents(visit: Visit): Promise<PageContent<EventsData>> {
  const about = { title: "Event reference", description, cardTitle: `${visit.app.brandName} events` }
  return { head: manualHead(visit, eventsPath, about), data: { reference: referenceOf(visit) } }
}

const referenceOf = oncePerApp(({ app }): EventReference => {
  const document = documentOf(app)
  const resolve: Resolve = (schema) => followed(schema, document)
  const webhooks = Object.entries(document.webhooks).map(([type, { post }]) => ({ type, ...post }))
  const families = [...Map.groupBy(webhooks, ({ type }) => familyOf(type))].map(([name, its]) =>
    toFamily(name, its, resolve),
  )
  // Headers, envelope and responses are the same for every type.
  const { parameters, requestBody, responses, tags } = webhooks[0] as OpenApiWebhook
  const envelope = resolve(requestBody.content["application/json"].schema.allOf[0])
  return {
    manual: manualOf(eventsPath, [
      { id: "request", title: "Request", depth: 1 },
      ...families.map(({ id, title }) => ({ id, title, depth: 1 as const })),
    ]),
    about: document.tags.find(({ name }) => name === tags[0])?.description ?? "",
    headers: parameters.map((parameter) => {
      const { name, required, description, schema, example } = followed<OpenApiParameter>(parameter, document)
      const described = { ...schema, description, examples: [example] }
      return describeField(name, described, { isRequired: required, resolve })
    }),
    envelope: { title: "Body", description: envelope.description ?? "", fields: describeFields(envelope, resolve) },
    responses: [
      { status: "2XX", ...responses["2XX"] },
      { status: "410", ...responses["410"] },
      { status: "Other", ...responses.default },
    ],
    families,
  }
})

const familyOf = (type: string) => type.split(".")[0] ?? type

function toFamily(id: string, webhooks: readonly (OpenApiWebhook & { type: string })[], resolve: Resolve): EventFamily {
  const groups = Map.groupBy(webhooks, (webhook) => dataOf(webhook).$ref)
  const words = id.replaceAll("_", " ")
  return {
    id,
    title: `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    groups: [...groups.values()].map((its) => ({
      events: its.map(({ type, summary, requestBody }) => ({
        ...{ type, sentence: summary },
        example: JSON.stringify(requestBody.content["application/json"].example, null, 2),
      })),
      fields: its.slice(0, 1).flatMap((webhook) => describeFields(dataOf(webhook), resolve)),
    })),
  }
}

const dataOf = ({ requestBody }: OpenApiWebhook) =>
  requestBody.content["application/json"].schema.allOf[1].properties.data
