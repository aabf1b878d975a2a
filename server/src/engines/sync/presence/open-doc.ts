import type { Document } from "@hocuspocus/server"
import * as Y from "yjs"
import type { Content } from "#domains/docs/index.ts"
import { type Claims, openColors } from "./presence.ts"

export interface SharedDoc {
  readonly id: string
  readonly content: Content
  readonly document: Document
  readonly claims: Claims
  readonly colorOf: (account: string) => string
  /** The last read of other processes' updates failed and must be retried. */
  isBehind: boolean
  /** Reads the updates of other processes, up to `upTo` or all, and sends them to the clients here. Never rejects. */
  catchUp(upTo?: number): Promise<void>
}

interface Faults {
  /** The database did not answer. The read is retried. */
  onLate(fault: unknown): void
  /** The document cannot apply a stored update. It must be loaded again. */
  onBroken(fault: unknown): void
}

/** The origin of updates of other processes. Hocuspocus broadcasts them and does not ask to store them. */
export const elsewhere = { source: "redis" } as const

/** Lets a loaded doc read the updates of other processes. */
export function openSharedDoc(content: Content, document: Document, { onLate, onBroken }: Faults): SharedDoc {
  const doc: SharedDoc = {
    ...{ id: document.name, content, document, claims: new Map(), colorOf: openColors() },
    isBehind: false,
    catchUp: inTurn(read, () => document.isDestroyed),
  }

  async function read(upTo: number): Promise<void> {
    try {
      const news = await content.readNew(Number.isFinite(upTo) ? upTo : undefined)
      doc.isBehind = false
      if (!document.isDestroyed) apply(news)
    } catch (fault) {
      doc.isBehind = true
      onLate(fault)
    }
  }

  function apply(news: readonly Uint8Array[]): void {
    try {
      for (const update of news) Y.applyUpdate(document, update, elsewhere)
    } catch (fault) {
      onBroken(fault)
    }
  }
  return doc
}

/** Calls `read` for the highest number asked for, and never while another `read` runs. Stops when `isOver`. */
function inTurn(read: (upTo: number) => Promise<void>, isOver: () => boolean): SharedDoc["catchUp"] {
  let wanted: number | undefined
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (wanted !== undefined && !isOver()) {
      await endOfTurn() // by then, this process has noted the updates that it stored itself
      const upTo = wanted
      wanted = undefined
      await read(upTo)
    }
  }

  return async (upTo = Number.POSITIVE_INFINITY) => {
    wanted = Math.max(wanted ?? 0, upTo)
    running ??= run().finally(() => {
      running = undefined
    })
    await running
  }
}

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
