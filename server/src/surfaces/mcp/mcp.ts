import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import type { Transport } from "../transport/transport.ts"
import { type AuditBatch, openAuditBatch } from "./audit-batch.ts"
import { staticMethods } from "./documents.ts"
import { type Eras, openEras } from "./eras.ts"
import type { Resource } from "./resource.ts"
import type { Tool } from "./tool.ts"
import { tools } from "./tools.ts"

export interface Mcp {
  readonly app: App
  /** The context of steps before the caller is known. */
  readonly cx: Context
  readonly transport: Transport
  readonly tools: ReadonlyMap<string, Tool>
  readonly eras: Eras
  readonly audit: AuditBatch
}

export function openMcp(transport: Transport, settings: Settings, resources: readonly Resource[]): Mcp {
  const { app, versions } = transport
  return {
    app,
    cx: systemContext(app),
    transport,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    eras: openEras(staticMethods({ settings, versionDates: versions.dates }, resources), settings.brandName),
    audit: openAuditBatch(app),
  }
}
