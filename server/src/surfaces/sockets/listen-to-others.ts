import { lookAgain } from "./look-again.ts"
import type { Parts } from "./parts.ts"

/** How long an open doc may lack what another process stored while nothing tells of it. */
const lateMs = 2_000
/** How often it is looked again whether those who have docs open may, whatever was told. */
const lookMs = 30_000

/**
 * Keeps open docs and their sockets true to the database: by what the bus tells, when it was away, and by itself. The
 * answer ends that.
 */
export function listenToOthers(parts: Parts): () => void {
  const { app, registry, openDocs } = parts
  const { bus } = app
  const catchUpAll = () => {
    for (const doc of openDocs.byId.values()) void doc.catchUp()
  }
  const lookAtAll = () => void lookAgain(parts, registry.all)
  const ends = [
    bus.subscribe("access", (accountId) => void lookAgain(parts, registry.ofAccount(accountId))),
    bus.subscribe("docs", (text) => hear(parts, text)),
    bus.onGap(() => {
      catchUpAll()
      lookAtAll()
    }),
    repeat(lateMs, () => {
      for (const doc of openDocs.byId.values()) if (doc.isBehind || !bus.isUp()) void doc.catchUp()
    }),
    repeat(lookMs, () => {
      catchUpAll()
      lookAtAll()
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** `<doc>:<number>` says that updates up to that number are stored, `<doc>:gone` that the doc is not there any more. */
function hear(parts: Parts, text: string): void {
  const [docId = "", what = ""] = text.split(":")
  if (what === "gone") return void lookAgain(parts, parts.registry.inDoc(docId))
  void parts.openDocs.byId.get(docId)?.catchUp(Number(what))
}

function repeat(everyMs: number, run: () => void): () => void {
  const timer = setInterval(run, everyMs).unref()
  return () => clearInterval(timer)
}
