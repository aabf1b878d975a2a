import { type LiveDoc, listLiveDocs } from "#domains/docs/index.ts"
import { openPolls } from "#kernel/time/polls.ts"
import type { Parts } from "../docs/parts.ts"
import type { DocSocket } from "../sockets/doc-socket.ts"
import { type CatchUps, openCatchUps } from "./catch-ups.ts"
import { checkSeats } from "./check-seats.ts"

const part = 500

/**
 * Compares open docs and their sockets with the database: on messages of the bus, after a gap in them, and every half
 * minute. Compares docs every two seconds while the bus is down or a doc is behind. Returns a function that stops it.
 */
export function listenToOthers(parts: Parts): () => void {
  const { app, registry, openDocs } = parts
  const { bus } = app
  const catchUps = openCatchUps(openDocs)
  const docs = openPolls({
    poll: () => catchUpAll(parts, catchUps).catch(logAndThrow(app.log)),
    isUrgent: () => !bus.isUp() || openDocs.byId.values().some(({ isBehind }) => isBehind),
  })
  const sockets = openSocketPolls(parts)

  /** `<doc>:<number>` says that updates up to that number are stored, `<doc>:gone` that the doc is in the trash. */
  function hear(text: string): void {
    const [docId = "", what = ""] = text.split(":")
    if (what === "gone") sockets.doubt(registry.inDoc(docId))
    else if (openDocs.byId.has(docId)) void catchUps.read([[docId, Number(what)]])
  }

  const ends = [
    bus.subscribe("access", (accountId) => sockets.doubt(registry.ofAccount(accountId))),
    bus.subscribe("docs", hear),
    bus.onGap(() => {
      docs.now()
      sockets.doubt(registry.all)
    }),
  ]
  return () => {
    for (const end of [...ends, docs.end, sockets.end]) end()
  }
}

/** Checks the sockets in doubt at once, and all sockets every half minute. */
function openSocketPolls(parts: Parts) {
  const { app, registry } = parts
  const doubted = new Set<DocSocket>()
  const polls = openPolls({
    poll(isRound) {
      const wanted = isRound ? [...registry.all] : [...doubted]
      doubted.clear()
      return checkSeats(parts, wanted).catch(logAndThrow(app.log))
    },
    isUrgent: () => false,
  })
  return {
    doubt(some: Iterable<DocSocket>): void {
      for (const socket of some) doubted.add(socket)
      if (doubted.size > 0) polls.now()
    },
    end: polls.end,
  }
}

const logAndThrow = (log: Parts["app"]["log"]) => (fault: unknown) => {
  log.warn({ fault }, "Open docs could not be compared with the database yet.")
  throw fault
}

/** Reads the updates that this process lacks. One query covers 500 docs. */
async function catchUpAll({ app, openDocs: { byId } }: Parts, catchUps: CatchUps): Promise<void> {
  const ids = [...byId.keys()]
  for (let at = 0; at < ids.length; at += part) {
    const some = ids.slice(at, at + part)
    const live: ReadonlyMap<string, LiveDoc> = await listLiveDocs({ db: app.database.read, now: app.now }, some)
    await catchUps.read(some.map((id) => [id, live.get(id)?.contentSeq ?? 0]))
  }
  if (byId.values().some(({ isBehind }) => isBehind)) throw new Error("A doc could not be read.")
}
