import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, RouteOptions } from "fastify"
import { type App, systemContext } from "#access/perform.ts"
import { linkFollower, readClickSource } from "#domains/links/index.ts"
import { readPathAndQuery } from "#kernel/addresses.ts"
import type { FindNetwork } from "../transport/client-network.ts"
import { answerWithEnvelope } from "../transport/error-envelope.ts"
import type { RefusalPages } from "../transport/http-call.ts"
import { asksForPage } from "../transport/negotiate.ts"
import { onCustomDomain, requestHostname } from "./custom-domains.ts"
import { isClick } from "./is-click.ts"

export interface ShortLinks {
  shared: FastifyPluginAsync
  custom: FastifyPluginAsync
}

type Follow = (request: FastifyRequest, hostname: string | null) => Promise<string>

interface Served {
  app: App
  findNetwork: FindNetwork
}

/** Makes the two Fastify plugins that serve short links. Both count clicks in the same batches. */
export function openShortLinks({ app, findNetwork }: Served, pages: RefusalPages): ShortLinks {
  const { base, short } = app.addresses
  const follow = follower({ app, findNetwork })
  return {
    shared: async (server) => {
      answerRefusals(server, app, pages)
      server.route(linkRoute(`${new URL(short).pathname.replace(/\/$/, "")}/*`, (request) => follow(request, null)))
      if (new URL(short).host !== new URL(base).host) addAssets(server, pages)
    },
    custom: async (server) => {
      answerRefusals(server, app, pages)
      server.addHook("onRoute", (route) => {
        route.constraints = { ...route.constraints, ...onCustomDomain }
      })
      // The workspace decides about https on its domain: the header would apply to every host below this one.
      server.addHook("onSend", async (_request, reply) => void reply.removeHeader("strict-transport-security"))
      server.route(linkRoute("/*", (request) => follow(request, requestHostname(request.raw))))
      addAssets(server, pages)
    },
  }
}

function follower({ app, findNetwork }: Served): Follow {
  const follow = linkFollower(systemContext(app))
  const { countries } = app
  return ({ params, raw }, hostname) => {
    const { "*": slug = "" } = params as Record<string, string>
    return follow({
      hostname,
      slug: slug.replace(/&.*/s, ""),
      query: readPathAndQuery(raw.url ?? "").query,
      click: isClick(raw) ? readClickSource(raw.headers, countries?.find(findNetwork(raw))) : null,
    })
  }
}

function linkRoute(url: string, follow: (request: FastifyRequest) => Promise<string>): RouteOptions {
  return {
    method: ["GET", "HEAD"],
    url,
    exposeHeadRoute: false,
    config: { endpointId: "followLink" },
    handler: async (request, reply) => {
      return reply
        .code(302)
        .headers({ ...everyAnswer, location: await follow(request) })
        .send()
    },
  }
}

/**
 * Nothing is cached: a cached response would skip the counting, and miss a new destination. There is no
 * `Referrer-Policy`, so that the target learns the page with the link, as from a link without a redirect.
 */
const everyAnswer = { "cache-control": "no-store", "x-robots-tag": "noindex" }

function answerRefusals(server: FastifyInstance, { log }: App, pages: RefusalPages): void {
  const envelope = answerWithEnvelope(log)
  server.setErrorHandler((thrown, request, reply) => {
    if (asksForPage(request.headers.accept)) return pages.sendErrorPage(thrown, { request, reply })
    return envelope(thrown, request, reply.headers(everyAnswer))
  })
}

/** On a separate host, the error page of short links needs its assets. */
function addAssets(server: FastifyInstance, { sendAsset }: RefusalPages): void {
  server.get("/assets/:name", (request: FastifyRequest, reply: FastifyReply) => sendAsset({ request, reply }))
}
