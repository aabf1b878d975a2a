import { type Closing, closings } from "./closings.ts"
import type { DocSocket } from "./doc-socket.ts"
import { isIn, judge } from "./judge.ts"
import type { Parts } from "./parts.ts"
import type { Seat } from "./seat.ts"

/** So many sockets are looked at at once. */
const atOnce = 10

/**
 * Looks again whether those at the other ends may still do what they do, and ends the sockets of those who may not, or
 * may do something else now. What cannot be found out now is for the next time: nobody writes what they may not,
 * meanwhile, since each write asks too.
 */
export async function lookAgain({ app }: Parts, sockets: Iterable<DocSocket>): Promise<void> {
  const left = [...sockets].filter(({ isEnding }) => !isEnding)
  await Promise.all(Array.from({ length: atOnce }, lookOnAndOn))

  async function lookOnAndOn(): Promise<void> {
    for (let socket = left.pop(); socket; socket = left.pop()) await look(socket)
  }

  async function look(socket: DocSocket): Promise<void> {
    for (const seat of [...socket.seats.values()]) {
      const closing = await whyNot(socket, seat).catch((fault: unknown) => {
        app.log.warn({ fault }, "Whether somebody may still be in a doc could not be found out.")
        return undefined
      })
      if (closing) return socket.end(closing)
    }
  }

  async function whyNot({ caller }: DocSocket, { docId, member }: Seat): Promise<Closing | undefined> {
    const found = await judge(app, caller, docId)
    if (!isIn(found)) return found
    const isOther = member && (member.role === "viewer") !== (found.role === "viewer")
    return isOther ? closings.otherRole : undefined
  }
}
