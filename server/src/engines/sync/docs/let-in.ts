import type { connectedPayload, onAuthenticatePayload } from "@hocuspocus/server"
import { AlreadyReported } from "#log/already-reported.ts"
import { type Closing, closings } from "../sockets/closings.ts"
import type { DocSocket } from "../sockets/doc-socket.ts"
import { type Entered, isIn, judge } from "../sockets/judge.ts"
import type { PersonInBrowser } from "../sockets/person.ts"
import type { Seat } from "../sockets/seat.ts"
import { faultOf } from "../sockets/token.ts"
import type { Carried, Parts } from "./parts.ts"

/** More people than that cannot have one doc open through one process. */
const mostInDoc = 100

/**
 * Lets a client into a doc, or not: it is told why by the code of the close. A socket that has other docs open stays,
 * and only the one that is not there is refused.
 *
 * @throws AlreadyReported
 */
export async function letIn(
  { app, registry }: Parts,
  { context: { socket }, documentName, token, connectionConfig }: onAuthenticatePayload<Carried>,
): Promise<Partial<Carried>> {
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

/** Asks once more where a permission may have changed while it was asked. */
async function judgeUntilSure(app: Parts["app"], caller: PersonInBrowser, seat: Seat): Promise<Entered | Closing> {
  for (;;) {
    seat.isDoubted = false
    const found = await judge(app, caller, seat.docId).catch((fault: unknown) => {
      app.log.error({ fault, accountId: caller.accountId }, "Nobody could be let into a doc.")
      return closings.failed
    })
    if (!seat.isDoubted || !isIn(found)) return found
  }
}

function refused(socket: DocSocket, seat: Seat, closing: Closing): AlreadyReported {
  const isOfDoc = closing === closings.noSuchDoc || closing === closings.docIsFull || closing === closings.tooNew
  const hasOthers = [...socket.seats.values()].some(({ connection }) => connection !== undefined)
  // After the library has told the client.
  setImmediate(() => (isOfDoc && hasOthers ? socket.leave(seat) : socket.end(closing)))
  return new AlreadyReported(String(closing.code))
}

/** Gives the place that a client was let into its connection, and has it given up with it. */
export async function seat({
  context: { socket },
  documentName,
  connection,
}: connectedPayload<Carried>): Promise<void> {
  const seat = socket.seats.get(documentName)
  if (!seat) return
  seat.connection = connection
  const { document } = connection
  if (document.isDestroyed) return socket.end(closings.restart) // it was unloaded while somebody came
  const leave = (isByClient: boolean) => {
    socket.leave(seat)
    // The library closes the doc alone for what it takes for a fault.
    if (!isByClient) socket.end(closings.malformed)
  }
  if (document.hasConnection(connection)) connection.onClose((_document, event) => leave(event?.code === 1000))
  else leave(seat.isLeaving)
}
