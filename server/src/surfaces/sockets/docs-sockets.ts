import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { FastifyInstance } from "fastify"
import type { App } from "#access/perform.ts"
import type { SyncServer, Upgrade } from "#engines/sync/sync-server.ts"
import type { RequestLog } from "#kernel/log.ts"
import { stopping } from "../transport/door/protocol-refusals.ts"
import { refusalBytes } from "../transport/door/raw-refusal.ts"
import { logFault, toServiceError } from "../transport/error-envelope.ts"
import { type Observe, requestId } from "../transport/request-log.ts"
import { admitSocket, type Door } from "./admit.ts"

declare module "fastify" {
  interface FastifyInstance {
    readonly docsSockets: DocsSockets
  }
}

export interface DocsSockets {
  /** Answers an upgrade request. Never rejects. */
  serve(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  count(): DocsCount
  /** Refuses new sockets, stores the received updates, and ends the open sockets. */
  close(): Promise<void>
}

export interface DocsCount {
  readonly sockets: number
  readonly docs: number
  /** How many sockets the service ended since it started, by close code. */
  readonly ended: ReadonlyMap<number, number>
}

interface Parts extends Omit<Door, "isStopping"> {
  readonly log: RequestLog
  readonly observe: Observe | undefined
}

const endpoint = { socket: "docs-socket", update: "docs-update" } as const
/** The HTTP status that the metrics record for each outcome of an update. */
const statuses = { stored: 200, known: 204, refused: 403, full: 507, hostile: 400, failed: 500 } as const

/** Serves docs sockets. Upgrades bypass Fastify's routes and hooks, and Fastify does not close the sockets. */
export function serveDocsSockets(server: FastifyInstance, parts: Parts): void {
  const sockets = openDocsSockets(parts)
  server.decorate("docsSockets", sockets)
  server.server.on("upgrade", sockets.serve)
  server.addHook("preClose", sockets.close)
}

/** The app over the database pool that requests do not use. */
const withOwnConnections = (app: App): App => ({ ...app, database: { ...app.database, ...app.database.apart } })

function openDocsSockets({ log, observe, ...parts }: Parts): DocsSockets {
  const app = withOwnConnections(parts.transport.app)
  const server = openSyncServerOnDemand(app, observe)
  let isStopping = false
  const door: Door = { ...parts, transport: { ...parts.transport, app }, isStopping: () => isStopping }

  async function answer(upgrade: Upgrade, id: string): Promise<number> {
    try {
      const who = await admitSocket(door, upgrade.request)
      const sync = await server.get()
      if (isStopping) throw stopping()
      return sync.accept(upgrade, who)
    } catch (thrown) {
      const refusal = toServiceError(thrown)
      logFault(log, refusal, { requestId: id, route: endpoint.socket })
      upgrade.socket.end(refusalBytes(refusal, { "x-request-id": id }))
      return refusal.status
    }
  }

  return {
    async serve(request, socket, head) {
      const startedAt = performance.now()
      const id = requestId(request)
      socket.on("error", () => socket.destroy())
      const status = await answer({ request, socket, head }, id)
      const ms = performance.now() - startedAt
      log.answered({ requestId: id, method: "GET", endpoint: endpoint.socket, status, ms: Math.round(ms * 10) / 10 })
      observe?.(endpoint.socket, status, undefined)
    },
    count: server.count,
    async close() {
      isStopping = true
      await server.close()
    },
  }
}

/** Imports Yjs and Hocuspocus when the first socket comes. */
function openSyncServerOnDemand(app: App, observe: Observe | undefined) {
  const ended = new Map<number, number>()
  let server: Promise<SyncServer> | undefined
  let opened: SyncServer | undefined

  async function open(): Promise<SyncServer> {
    const { openSyncServer } = await import("#engines/sync/sync-server.ts")
    opened = openSyncServer(app, {
      onWrite: (outcome, seconds) => observe?.(endpoint.update, statuses[outcome], seconds),
      onEnd: ({ code }) => ended.set(code, (ended.get(code) ?? 0) + 1),
    })
    return opened
  }

  return {
    get(): Promise<SyncServer> {
      server ??= open()
      return server
    },
    count: (): DocsCount => ({ ...(opened?.count() ?? { sockets: 0, docs: 0 }), ended }),
    async close(): Promise<void> {
      await (await server)?.close()
    },
  }
}
