import type { beforeHandleAwarenessPayload, Connection, Document } from "@hocuspocus/server"
import type { OpenDoc } from "../presence/open-doc.ts"
import { rewritePresence } from "../presence/presence.ts"
import type { Entered } from "../sockets/judge.ts"
import type { Carried, Parts } from "./parts.ts"

/** Shows others where somebody is, with the name and the color that the service gives them. */
export async function showPresence(
  { app, openDocs }: Parts,
  { states, connection, context, document }: beforeHandleAwarenessPayload<Carried>,
): Promise<void> {
  const doc = openDocs.of.get(document)
  const seat = context?.socket.seats.get(document.name)
  const member = context?.member
  if (!connection || !doc || !seat || !member) return states.clear()
  dropScratch(states)
  const { accountId, name } = member
  const shownAs = { account: accountId, name, color: doc.colorOf(accountId) }
  const own = rewritePresence(states, shownAs, { claims: doc.claims, own: seat.shownClient })
  if (own === undefined) return
  if (seat.shownClient === undefined && !(await claim(app, doc, { client: own, member }))) return states.clear()
  seat.shownClient = own
  takeOver(document, connection, own)
}

/**
 * Others learn of a client's id when it is shown, and could write as it or take its cursor. So it is its account's
 * before; a viewer's too, who may be a member later.
 */
async function claim(
  { log }: Parts["app"],
  { content, id: docId }: OpenDoc,
  { client, member }: { client: number; member: Entered },
): Promise<boolean> {
  try {
    return await content.claim(client, member)
  } catch (fault) {
    log.warn({ docId, fault }, "A client of a doc could not be given to its account yet; it is not shown.")
    return false
  }
}

/** The library reads the states into a doc of its own for the time being, which is a client too: the first. */
function dropScratch(states: Map<number, unknown>): void {
  const [scratch] = states.keys()
  if (scratch !== undefined) states.delete(scratch)
}

/**
 * Ties a client to the connection that it shows itself through, so that it goes with it. The library does so only when
 * it has never heard of the client, and not for one that comes again while its former connection is not known to be
 * dead.
 */
function takeOver(document: Document, connection: Connection, client: number): void {
  const clients: Set<number> = document.getClients(connection)
  if (clients.has(client)) return
  for (const other of document.getConnections()) document.getClients(other).delete(client)
  clients.add(client)
}
