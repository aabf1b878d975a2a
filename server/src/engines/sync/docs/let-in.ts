import type { connectedPayload, onAuthenticatePayload } from "@hocuspocus/server"
import { AlreadyReported } from "#log/already-reported.ts"
import { type Closing, closings } from "../sockets/closings.ts"
import type { DocSocket } from "../sockets/doc-socket.ts"
import { type Entered, isIn, judge } from "../sockets/judge.ts"
import type { PersonInBrowser } from "../sockets/person.ts"
import type { Seat } from "../sockets/seat.ts"
import { faultOf } from "../sockets/token.ts"
import type { ConnectionContext, Parts } from "./parts.ts"

/** The most sockets that one process lets into one doc. */
const mostInDoc = 100

/**
 * A refusal ends the socket with a code, unless only this doc is refused and others are open. @throws AlreadyReported
 */
export async function letIn(
  { app, registry }: Parts,
  { context: { socket }, documentName, token, connectionConfig }: onAuthenticatePayload<ConnectionContext>,
): Promise<Partial<ConnectionContext>> {
  const seat = socket.seats.get(documentName)
  if (!seat) throw new AlreadyReported()
  const fault = faultOf(token, socket.caller.accountId)
  if (fault) throw refused(socket, seat, fault)
  if (registry.inDoc(documentName).size > mostInDoc) throw refused(socket, seat, closings.docIsFull)
  const found = await judgeUntilSure(app, socket.caller, seat)
  if (!isIn(found)) throw refused(socket, seat, found)
  connectionConfig.readOnly = found.role === "viewer"
  seat.member = found
  socket.takeIn(seat)
  return { member: found }
}

/** Checks again if the permission may have changed during the check. */
async function judgeUntilSure(app: Parts["app"], caller: PersonInBrowser, seat: Seat): Promise<Entered | Closing> {
  for (;;) {
    seat.isDoubted = false
    const found = await judge(app, caller, seat.docId).catch((fault: unknown) => {
      app.log.error({ fault, accountId: caller.accountId }, "A person's access to a doc could not be checked.")
      return closings.failed
    })
    if (!seat.isDoubted || !isIn(found)) return found
  }
}

function refused(socket: DocSocket, seat: Seat, closing: Closing): AlreadyReported {
  const isOfDoc = closing === closings.noSuchDoc || closing === closings.docIsFull || closing === closings.tooNew
  const hasOthers = [...socket.seats.values()].some(({ connection }) => connection !== undefined)
  // After Hocuspocus has sent the refusal.
  setImmediate(() => (isOfDoc && hasOthers ? socket.leave(seat) : socket.end(closing)))
  return new AlreadyReported(String(closing.code))
}

/** Gives the seat its Hocuspocus connection. The seat ends with the connection. */
export async function seat({ context: { socket }, documentName, connection }: connectedPayload<ConnectionContext>) {
  const seat = socket.seats.get(documentName)
  if (!seat) return
  seat.connection = connection
  const { document } = connection
  if (document.isDestroyed) return socket.end(closings.restart) // unloaded while the client entered
  const leave = (isByClient: boolean) => {
    socket.leave(seat)
    // Hocuspocus closes a connection by itself only after a fault.
    if (!isByClient) socket.end(closings.malformed)
  }
  if (document.hasConnection(connection)) connection.onClose((_document, event) => leave(event?.code === 1000))
  else leave(seat.isLeaving)
}
