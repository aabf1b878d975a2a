import type { IncomingHttpHeaders } from "node:http"
import { hourMs } from "#kernel/time/units.ts"
import type { StaticMethod, StaticMethods } from "./documents.ts"
import { needVersion } from "./guard.ts"
import { type RpcCall, type RpcMessage, readMeta } from "./message.ts"
import { checkModern, metaKeys } from "./modern-request.ts"
import { invalidMessage, RpcFault, rpcCodes } from "./rpc.ts"
import { modernVersion, serverIdentity } from "./server-info.ts"

/**
 * How one line of protocol versions reads a request and writes its answer (MCP 2026-07-28, versioning). Everything else
 * is the same for all lines.
 */
export interface Era {
  readonly methods: ReadonlyMap<string, StaticMethod>
  /** Whether a client may hold a stream of notifications open. */
  readonly hasStreams: boolean
  /** Refuses a message before its token is read. @throws RpcFault */
  check(message: RpcMessage, headers: IncomingHttpHeaders): void
  /** The name and version by which a client calls itself in this request. */
  clientInfo(request: RpcCall): unknown
  /** Both are JSON of an object. */
  dress(result: string): string
  unknown(request: RpcCall): RpcFault
}

export interface Eras {
  readonly legacy: Era
  readonly modern: Era
}

/** Reads the era from the message alone: nothing is remembered between requests. */
export function eraOf({ legacy, modern }: Eras, message: RpcMessage, headers: IncomingHttpHeaders): Era {
  if (Object.hasOwn(readMeta(message.params) ?? {}, metaKeys.version)) return modern
  if (message.kind === "request" && message.method === "initialize") return legacy
  return headers["mcp-protocol-version"] === modernVersion ? modern : legacy
}

export function openEras({ legacy, modern }: StaticMethods, brandName: string): Eras {
  const identity = `"_meta":{"${metaKeys.serverInfo}":${JSON.stringify(serverIdentity(brandName))}}`
  const dressed = `{"resultType":"complete",${identity},`
  const cacheable = `{"resultType":"complete","ttlMs":${hourMs},"cacheScope":"public",${identity},`
  return {
    legacy: {
      methods: legacy,
      hasStreams: false,
      check: needVersion,
      clientInfo: ({ method, params }) => (method === "initialize" ? params.clientInfo : undefined),
      dress: (result) => result,
      unknown({ method }) {
        // Clients that probe for a later protocol version fall back to `initialize` after a plain 400.
        if (method === "server/discover") return invalidMessage("Send `initialize` first.")
        return new RpcFault(rpcCodes.methodNotFound, useOneOf([...legacy.keys(), "tools/call"]))
      },
    },
    modern: {
      methods: new Map([...modern].map(([name, answer]) => [name, (params) => cacheable + answer(params).slice(1)])),
      hasStreams: true,
      check: checkModern,
      clientInfo: ({ params }) => readMeta(params)?.[metaKeys.clientInfo],
      dress: (result) => dressed + result.slice(1),
      unknown: ({ id }) =>
        new RpcFault(rpcCodes.methodNotFound, useOneOf([...modern.keys(), "tools/call", "subscriptions/listen"]), {
          status: 404,
          id,
        }),
    },
  }
}

const useOneOf = (methods: readonly string[]) => `Unknown method. Use one of: ${methods.join(", ")}.`
