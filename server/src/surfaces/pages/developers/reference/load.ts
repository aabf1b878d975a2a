import type { Chapter, Reference, ReferenceData, ReferenceOperation } from "#contract/pages/developers.ts"
import type { PageContent, Visit } from "../../page.ts"
import { manualHead, manualOf, referencePath } from "../manual.ts"
import { oncePerApp } from "../once-per-app.ts"
import { describeField, describeFields, type Resolve } from "../schema-fields.ts"
import { documentOf, followed } from "./openapi.ts"
import { everyHeaderOf, readOperation, toAnswer } from "./operation.ts"
import { mayTry } from "./try.ts"

const description = "Every operation of the REST API, with its fields, statuses, examples and samples."

export async function loadReference(visit: Visit): Promise<PageContent<ReferenceData>> {
  const about = { title: "API reference", description, cardTitle: `${visit.app.brandName} API` }
  return { head: manualHead(visit, referencePath, about), data: { reference: referenceOf(visit) } }
}

const referenceOf = oncePerApp(({ app }): Reference => {
  const document = documentOf(app)
  const resolve: Resolve = (schema) => followed(schema, document)
  const { components, info } = document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      readOperation(operation, {
        ...{ method: method.toUpperCase(), path, document },
        mayTry: (id, method) => mayTry(app, id, method),
      }),
    ),
  )
  const tags = document.tags.filter(({ name }) => operations.some(({ tag }) => tag === name))
  return {
    manual: manualOf(referencePath, chaptersOf(operations, tags)),
    baseUrl: app.addresses.base,
    version: info.version,
    introduction: info.description.split("\n\n"),
    tags,
    operations,
    shared: toAnswer("default", components.responses.Default, document),
    everyHeader: everyHeaderOf(document),
    headers: Object.entries(components.headers).map(([name, { schema, description, required = false }]) => ({
      ...describeField(name, schema, { isRequired: required, resolve }),
      description,
    })),
    errorFields: describeFields({ $ref: "#/components/schemas/Error" }, resolve),
  }
})

function chaptersOf(operations: readonly ReferenceOperation[], tags: Reference["tags"]): Chapter[] {
  return [
    ...tags.flatMap(({ name }): Chapter[] => [
      { id: name.toLowerCase(), title: name, depth: 1 },
      ...operations
        .filter(({ tag }) => tag === name)
        .map(({ id, method, path }): Chapter => ({ id, title: `${method} ${path.replace("/api", "")}`, depth: 2 })),
    ]),
    { id: "errors", title: "Errors of every operation", depth: 1 },
    { id: "headers", title: "Response headers", depth: 1 },
  ]
}
