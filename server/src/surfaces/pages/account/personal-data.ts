import { Readable } from "node:stream"
import type { FastifyReply } from "fastify"
import { perform } from "#access/perform.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { readOwnData } from "#engines/jobs/own-data.ts"
import type { HttpCall } from "../../transport/http-call.ts"
import { type PageParts, sendToSignIn } from "../send.ts"
import { mustSignIn, visitOf } from "../visit.ts"
import { toPieces } from "./to-pieces.ts"

const headers = {
  "content-type": "application/json; charset=utf-8",
  "content-disposition": 'attachment; filename="account-data.json"',
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
}

export async function sendPersonalData(parts: PageParts, call: HttpCall): Promise<FastifyReply> {
  const visit = await visitOf(parts, "person", call)
  if (mustSignIn("person", visit.caller)) return sendToSignIn(visit, call)
  const { app, caller } = visit
  const sections = await readOwnData({
    ask: (action, input) => perform({ app, caller }, action, input),
    inside: (workspaceSlug) => {
      const inside = { ...caller, workspaceSlug }
      return (action, input) => perform({ app, caller: inside }, action, input)
    },
  })
  if (caller.kind === "person") {
    recordSecurityEvent(parts.app, "data_exported", { accountId: caller.accountId, network: caller.network })
  }
  return call.reply.headers(headers).send(Readable.from(toPieces(sections)))
}
