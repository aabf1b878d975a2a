import type { FastifyRequest } from "fastify"
import { ServiceError } from "#kernel/error.ts"

/**
 * Refuses whoever is not the console in a browser: pages of other sites, and programs with a token. Browsers say where
 * a request comes from by `Sec-Fetch-Site`; one that does not say so sends its `Origin` with whatever changes something.
 *
 * @throws ServiceError 403.
 */
export function refuseOthers({ headers }: FastifyRequest, base: string): void {
  if (headers.authorization !== undefined) throw notForPrograms()
  const site = headers["sec-fetch-site"]
  const { origin } = headers
  const isOurs = (site === undefined || site === "same-origin") && (origin === undefined || origin === originOf(base))
  if (!isOurs) throw notForOthers()
}

const originOf = (base: string) => new URL(base).origin

const notForPrograms = () =>
  new ServiceError("invalid_request", "These addresses serve the console in a browser, and take no tokens.", {
    status: 403,
    hint: "Programs use the public API, /openapi.json, or the tool server.",
  })

const notForOthers = () =>
  new ServiceError("invalid_request", "This was asked for from another site.", {
    status: 403,
    hint: "Open the console and do it there.",
  })
