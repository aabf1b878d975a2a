import type { FastifyReply } from "fastify"
import { perform } from "#access/perform.ts"
import { listTrashedWorkspaces, listWorkspaces } from "#domains/workspaces/index.ts"
import type { HttpCall } from "../transport/http-call.ts"
import type { Visit } from "./page.ts"
import { type PageParts, sendToSignIn } from "./send.ts"
import { mustSignIn, visitOf } from "./visit.ts"

/** Sends a person to the first of their workspaces, or to where they restore or make one. */
export async function sendToWorkspace(parts: PageParts, call: HttpCall): Promise<FastifyReply> {
  const visit = await visitOf(parts, "person", call)
  if (mustSignIn("person", visit.caller)) return sendToSignIn(visit, call)
  const { workspaces } = await perform({ app: parts.app, caller: visit.caller }, listWorkspaces, { limit: 1 })
  const [first] = workspaces
  const location = first ? `/${first.slug}` : await findNoWorkspace(visit)
  return call.reply.code(303).headers({ location, "cache-control": "no-store" }).send()
}

async function findNoWorkspace({ app, caller }: Visit): Promise<string> {
  const { items } = await perform({ app, caller }, listTrashedWorkspaces, {})
  return items.length > 0 ? "/workspaces/trash" : "/workspaces/new"
}
