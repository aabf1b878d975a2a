import { type LiveDoc, listLiveDocs } from "#domains/docs/index.ts"
import { listStandings, type Watcher } from "#domains/live/index.ts"
import type { Parts } from "../docs/parts.ts"
import { type Closing, closings } from "../sockets/closings.ts"
import type { DocSocket } from "../sockets/doc-socket.ts"
import type { Entered } from "../sockets/judge.ts"

/** How many seats are checked together, in three queries. */
const part = 500

interface Place extends Watcher {
  readonly socket: DocSocket
  readonly docId: string
  readonly member: Entered
}

/** Ends sockets without access or with another role. Access that is being checked now is checked again. */
export async function checkSeats({ app }: Parts, sockets: readonly DocSocket[]): Promise<void> {
  const cx = { db: app.database.read, now: app.now }
  const places = sockets.flatMap(placesOf)
  for (let at = 0; at < places.length; at += part) {
    const some = places.slice(at, at + part)
    const live = await listLiveDocs(cx, [...new Set(some.map(({ docId }) => docId))])
    for (const [place, standing] of await listStandings(cx, some)) {
      const closing = findClosing(place, standing, live.get(place.docId))
      if (closing) place.socket.end(closing)
    }
  }
}

function placesOf(socket: DocSocket): Place[] {
  const { accountId, sessionId } = socket.caller
  return [...socket.seats.values()].flatMap((seat) => {
    const { docId, member } = seat
    if (member) return [{ socket, docId, member, accountId, sessionId, workspaceId: member.workspaceId }]
    seat.isDoubted = true
    return []
  })
}

type Standing = Awaited<ReturnType<typeof listStandings>>[number][1]

function findClosing({ member }: Place, standing: Standing, doc: LiveDoc | undefined): Closing | undefined {
  if (standing === "signed_out") return closings.signedOut
  if (standing === "no_access") return closings.noAccess
  if (doc?.workspaceId !== member.workspaceId) return closings.noSuchDoc
  return (member.role === "viewer") === (standing.role === "viewer") ? undefined : closings.otherRole
}
