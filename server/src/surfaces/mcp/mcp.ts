import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import type { EventStreamParts } from "../transport/streams/event-stream.ts"
import type { Transport } from "../transport/transport.ts"
import { type AuditBatch, openAuditBatch } from "./audit-batch.ts"
import { type Resource, staticMethods } from "./documents.ts"
import { type Eras, openEras } from "./eras.ts"
import { openSubscriptions, type Subscriptions } from "./subscriptions.ts"
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
  readonly subscriptions: Subscriptions
}

export interface McpParts extends EventStreamParts {
  readonly settings: Settings
  readonly resources: readonly Resource[]
}

export function openMcp(transport: Transport, parts: McpParts): Mcp {
  const { settings, resources } = parts
  const { app, versions } = transport
  const cx = systemContext(app)
  return {
    app,
    cx,
    transport,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    eras: openEras(staticMethods({ settings, versionDates: versions.dates }, resources), settings.brandName),
    audit: openAuditBatch(app),
    subscriptions: openSubscriptions(cx, parts),
  }
}
