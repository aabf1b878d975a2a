import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { openQuickConnections, type QuickAnswer } from "./quick-connections.ts"

/** Answers one path of the operations port. It answers 503 when it throws. */
export type OperationsAnswer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

export interface OperationsPort {
  /** Returns the port's address, without a path. */
  listen(port: number, host: string): Promise<string>
  close(): Promise<void>
}

/**
 * The port for operators' tools, such as Prometheus. `paths` has the answer of each path, such as `/metrics`. `quick`
 * is asked first, and answers some requests itself.
 */
export function openOperationsPort(
  paths: Readonly<Record<string, OperationsAnswer>>,
  quick: QuickAnswer = () => undefined,
): OperationsPort {
  const answers = new Map(Object.entries(paths))
  const http = createServer({ requestTimeout: 10_000, maxHeaderSize: 16 * 1024 }, async (request, response) => {
    const [path = ""] = (request.url ?? "").split("?")
    const answer = answers.get(path)
    if (!answer) return response.writeHead(404).end()
    if (request.method !== "GET") return response.writeHead(405, { allow: "GET" }).end()
    try {
      await answer(request, response)
    } catch {
      if (!response.headersSent) response.writeHead(503)
      response.end()
    }
  })
  const { server, close } = openQuickConnections(http, quick)
  return {
    async listen(port, host) {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(port, host, resolve)
      })
      const at = server.address() as AddressInfo
      return `http://${at.family === "IPv6" ? `[${at.address}]` : at.address}:${at.port}`
    },
    async close() {
      close()
    },
  }
}
