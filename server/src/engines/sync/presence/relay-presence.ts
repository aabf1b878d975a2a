import type { Document } from "@hocuspocus/server"
import { type Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from "y-protocols/awareness"
import { z } from "zod"
import type { App } from "#access/perform.ts"
import { openAllowance } from "../sockets/allowance.ts"
import type { OpenDoc } from "./open-doc.ts"
import { rewritePresence, type ShownAs } from "./presence.ts"

/** How soon others are told where somebody is; of several places in this time, the last. */
const gatherMs = 100
/** How many places a process tells in all its docs. What is too much waits, and is told as it is by then. */
const rate = { atOnce: 200, perSecond: 500 }

/** Shows the people in a doc to those who have it open through other processes. */
export interface Relay {
  /** Tells where people in a doc are, for as long as it is open, and asks for those of other processes. */
  follow(doc: OpenDoc): void
  /** Says the last of it. */
  end(): void
}

/** Where a client is, as a process tells it: `who` is null when it has gone. */
const said = z.object({
  clock: z.int().nonnegative(),
  who: z.object({ account: z.string(), name: z.string() }).nullable(),
  cursor: z.unknown().optional(),
})

/** The origin of what another process said. */
const elsewhere = { source: "redis" } as const

/**
 * Opens the relay of a process for the docs that are open in it. It goes by the bus, where any of it may be lost: a
 * browser says where it is each fifteen seconds, and who was not heard of for thirty is not shown any more, so those of
 * a process that died go too.
 */
export function openRelay(bus: App["bus"], byId: ReadonlyMap<string, OpenDoc>): Relay {
  const teller = openTeller(bus)
  const endListening = bus.subscribe("presence", hear)

  /** `<doc>:<client> <where it is>`, or `<doc>:? ` from a process that has just opened the doc. */
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

/** Tells where clients are, soon after they moved. */
function openTeller(bus: App["bus"]) {
  const due = new Map<OpenDoc, Set<number>>()
  const take = openAllowance(rate)
  let timer: NodeJS.Timeout | undefined

  function plan(doc: OpenDoc, clients: readonly number[]): void {
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

  function tell({ id, document: { awareness } }: OpenDoc, client: number): void {
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

/** The clients that show themselves through this process. */
const clientsHere = (document: Document): number[] =>
  document.getConnections().flatMap((connection) => [...document.getClients(connection)])

function show(doc: OpenDoc, client: number, { clock, who, cursor }: z.output<typeof said>): void {
  const { document, claims, colorOf } = doc
  if (clientsHere(document).includes(client)) return // it has come here since, and says itself where it is
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
