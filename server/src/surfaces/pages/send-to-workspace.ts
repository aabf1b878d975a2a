import type { FastifyReply } from "fastify"
import { perform } from "#access/perform.ts"
import { listTrashedWorkspaces, listWorkspaces } from "#domains/workspaces/index.ts"
import type { HttpCall } from "../transport/http-call.ts"
import { lastWorkspace } from "./last-workspace.ts"
import type { Visit } from "./page.ts"
import { type PageParts, sendToSignIn } from "./send.ts"
import { mustSignIn, visitOf } from "./visit.ts"

/** Redirects to the last opened workspace or the first one, else to restore or create one. `page` is a page of it. */
export async function sendToWorkspace(parts: PageParts, call: HttpCall, page?: string): Promise<FastifyReply> {
  const visit = await visitOf(parts, "person", call)
  if (mustSignIn("person", visit.caller)) return sendToSignIn(visit, call)
  const { workspaces } = await perform({ app: parts.app, caller: visit.caller }, listWorkspaces, { limit: 100 })
  const last = lastWorkspace.read(parts.app, call.request.headers.cookie)
  const opened = workspaces.find(({ slug }) => slug === last) ?? workspaces[0]
  const below = page === undefined ? "" : `/${page}`
  const location = opened ? `/${opened.slug}${below}` : await findNoWorkspace(visit)
  return call.reply.code(303).headers({ location, "cache-control": "no-store" }).send()
}

async function findNoWorkspace({ app, caller }: Visit): Promise<string> {
  const { items } = await perform({ app, caller }, listTrashedWorkspaces, {})
  return items.length > 0 ? "/workspaces/trash" : "/workspaces/new"
}
