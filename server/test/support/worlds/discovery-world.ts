import type { TestContext } from "node:test"
import { readSettings, type Settings } from "#config/settings.ts"
import { buildIfChanged } from "../../../../web/build-if-changed.ts"
import { type HttpAnswer, type HttpWorld, httpWorld } from "./http-world.ts"

/** The layouts of an installation: all addresses on one host, or a host for each public address. */
export const layouts: Record<string, Record<string, string>> = {
  "on one host": {},
  "on hosts of their own": {
    SVC_BASE_URL: "http://atelier.localhost:3000",
    SVC_AUTH_URL: "http://auth.localhost:3000",
    SVC_MCP_URL: "http://tools.localhost:3000/mcp",
    SVC_SHORT_URL: "http://go.localhost:3000",
    SVC_FILES_URL: "http://files.localhost:3000",
  },
}

export interface DiscoveryWorld extends HttpWorld {
  settings: Settings
  /** Sends a request to a whole address, on its host. */
  askAt(method: string, url: string, sent?: { headers?: Record<string, string>; body?: object }): Promise<HttpAnswer>
}

/** A whole service, with the hosts of these settings. */
export async function discoveryWorld(t: TestContext, variables: Record<string, string>): Promise<DiscoveryWorld> {
  await buildIfChanged()
  const settings = readSettings(variables)
  const change = (app: HttpWorld["app"]) => ({ ...app, addresses: settings.addresses })
  const world = await httpWorld(t, { settings: { ...variables, SVC_RATE_READS: "100000" }, change })
  return {
    ...world,
    settings,
    askAt: (method, url, { headers = {}, body } = {}) => {
      const { host, pathname, search } = new URL(url)
      const sent = { host, ...(body && { "content-type": "application/json" }), ...headers }
      return world.ask(method, `${pathname}${search}`, { headers: sent, payload: body && JSON.stringify(body) })
    },
  }
}
