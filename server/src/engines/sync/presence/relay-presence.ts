import type { Document } from "@hocuspocus/server"
import { type Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from "y-protocols/awareness"
import { z } from "zod"
import type { App } from "#access/perform.ts"
import { openAllowance } from "../sockets/allowance.ts"
import { elsewhere, type SharedDoc } from "./open-doc.ts"
import { rewritePresence, type ShownAs } from "./presence.ts"

/** Messages are gathered for this time. Only the last position of a client is sent. */
const gatherMs = 100
/** The message rate of a process for all its docs. Above it, messages wait and then carry the newest position. */
const rate = { atOnce: 200, perSecond: 500 }

export interface Relay {
  /** Publishes the doc's presence while the doc is open, and asks other processes for theirs. */
  follow(doc: SharedDoc): void
  end(): void
}

/** A message about a client. `who` is null when the client has left. */
const said = z.object({
  clock: z.int().nonnegative(),
  who: z.object({ account: z.string(), name: z.string() }).nullable(),
  cursor: z.unknown().optional(),
})

/** The bus may lose messages. Browsers repeat positions every 15 s; clients without a message for 30 s are removed. */
export function openRelay(bus: App["bus"], byId: ReadonlyMap<string, SharedDoc>): Relay {
  const teller = openTeller(bus)
  const endListening = bus.subscribe("presence", hear)

  /** `<doc>:<client> <message>`, or `<doc>:? ` from a process that has just opened the doc. */
  function hear(text: string): void {
    const [, docId = "", client = "", about = ""] = /^(\w+):(\d+|\?) (.*)$/s.exec(text) ?? []
    const doc = byId.get(docId)
    if (!doc) return
    if (client === "?") teller.plan(doc, clientsHere(doc.document))
    else show(doc, Number(client), said.parse(JSON.parse(about)))
  }

  return {
    follow(doc) {
      doc.document.awareness.on("update", ({ added, updated, removed }: Changed, origin: unknown) => {
        if (origin !== elsewhere) teller.plan(doc, [...added, ...updated, ...removed])
      })
      bus.publish("presence", `${doc.id}:? `)
    },
    end() {
      endListening()
      teller.end()
    },
  }
}

type Changed = Record<"added" | "updated" | "removed", number[]>

function openTeller(bus: App["bus"]) {
  const due = new Map<SharedDoc, Set<number>>()
  const take = openAllowance(rate)
  let timer: NodeJS.Timeout | undefined

  function plan(doc: SharedDoc, clients: readonly number[]): void {
    due.set(doc, new Set([...(due.get(doc) ?? []), ...clients]))
    timer ??= setTimeout(tellDue, gatherMs).unref()
  }

  function tellDue(): void {
    timer = undefined
    for (const [doc, clients] of due) {
      for (const client of clients) {
        if (!take(1)) {
          plan(doc, [])
          return
        }
        clients.delete(client)
        tell(doc, client)
      }
      due.delete(doc)
    }
  }

  function tell({ id, document: { awareness } }: SharedDoc, client: number): void {
    const meta = awareness.meta.get(client)
    const { user, cursor } = (awareness.states.get(client) ?? {}) as { user?: ShownAs; cursor?: unknown }
    if (!meta) return
    const who = user ? { account: user.account, name: user.name } : null
    bus.publish("presence", `${id}:${client} ${JSON.stringify({ clock: meta.clock, who, cursor })}`)
  }

  function end(): void {
    clearTimeout(timer)
    for (const [doc, clients] of due) for (const client of clients) tell(doc, client)
  }
  return { plan, end }
}

const clientsHere = (document: Document): number[] =>
  document.getConnections().flatMap((connection) => [...document.getClients(connection)])

function show(doc: SharedDoc, client: number, { clock, who, cursor }: z.output<typeof said>): void {
  const { document, claims, colorOf } = doc
  if (clientsHere(document).includes(client)) return // it is connected here now, and its own state is newer
  const states = new Map<number, Record<string, unknown>>()
  if (who) {
    states.set(client, { cursor })
    const shownAs = { account: who.account, name: who.name, color: colorOf(who.account) }
    if (rewritePresence(states, shownAs, { claims, own: undefined }) === undefined) return
  }
  const meta = new Map([[client, { clock, lastUpdated: 0 }]])
  const update = encodeAwarenessUpdate({ states, meta } as Pick<Awareness, "states" | "meta"> as Awareness, [client])
  applyAwarenessUpdate(document.awareness, update, elsewhere)
}
