import { endpoints } from "#surfaces/rest/endpoints.ts"
import { openApiDocument } from "#surfaces/rest/openapi/document.ts"
import { supportedVersions } from "#surfaces/rest/versions/versions.ts"
import type { Asked, CommandResult } from "./outcome.ts"

export async function printOpenApi({ settings }: Asked): Promise<CommandResult> {
  const { addresses, brandName } = settings()
  const versionDates = supportedVersions.map(({ date }) => date)
  const document = openApiDocument(endpoints, { baseUrl: addresses.base, brandName, versionDates })
  return { text: JSON.stringify(document, null, 2), data: document }
}
