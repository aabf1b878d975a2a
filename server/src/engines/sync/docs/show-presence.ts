import type { beforeHandleAwarenessPayload, Connection, Document } from "@hocuspocus/server"
import type { SharedDoc } from "../presence/open-doc.ts"
import { rewritePresence } from "../presence/presence.ts"
import type { Entered } from "../sockets/judge.ts"
import type { ConnectionContext, Parts } from "./parts.ts"

/** Gives a client's presence the name and the color from the service before Hocuspocus broadcasts it. */
export async function showPresence(
  { app, openDocs }: Parts,
  { states, connection, context, document }: beforeHandleAwarenessPayload<ConnectionContext>,
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
 * Stores the account of a client id before the id is shown. Otherwise other clients could learn the id and write or
 * move the cursor under it. A viewer's id is stored too, because the viewer may become a member.
 */
async function claim(
  { log }: Parts["app"],
  { content, id: docId }: SharedDoc,
  { client, member }: { client: number; member: Entered },
): Promise<boolean> {
  try {
    return await content.claim(client, member)
  } catch (fault) {
    log.warn({ docId, fault }, "The account of a client id could not be stored yet; the client is not shown.")
    return false
  }
}

/** Hocuspocus reads the states into a temporary awareness, whose own client is the first state. */
function dropScratch(states: Map<number, unknown>): void {
  const [scratch] = states.keys()
  if (scratch !== undefined) states.delete(scratch)
}

/**
 * Ties a client to its connection, so that its presence ends with the connection. Hocuspocus does so only for a client
 * that it has never seen, and not for one that reconnects while its old connection still seems alive.
 */
function takeOver(document: Document, connection: Connection, client: number): void {
  const clients: Set<number> = document.getClients(connection)
  if (clients.has(client)) return
  for (const other of document.getConnections()) document.getClients(other).delete(client)
  clients.add(client)
}
