import type { IncomingMessage } from "node:http"
import type { FastifyInstance } from "fastify"

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body is a file, which may take any time; the route itself ends a silent upload. */
    takesFiles?: boolean
  }
}

/** Node's own limit on bodies allows no exception, which large files need. */
export function limitBodies(server: FastifyInstance, timeoutMs: number): void {
  server.addHook("onRequest", (request, _reply, done) => {
    const { raw } = request
    if (hasBody(raw) && !raw.complete && !request.routeOptions.config.takesFiles) {
      const refuse = () => {
        if (raw.socket.writable) server.server.emit("clientError", tooSlow(), raw.socket)
      }
      const timer = setTimeout(refuse, timeoutMs).unref()
      for (const end of ["end", "close"]) raw.once(end, () => clearTimeout(timer))
    }
    done()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}

const tooSlow = () => Object.assign(new Error("The body took too long."), { code: "ERR_HTTP_REQUEST_TIMEOUT" })
