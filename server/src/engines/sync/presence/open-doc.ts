import type { Document } from "@hocuspocus/server"
import * as Y from "yjs"
import type { Content } from "#domains/docs/index.ts"
import { type Claims, openColors } from "./presence.ts"

/** A doc that somebody has open through this process. */
export interface OpenDoc {
  readonly id: string
  readonly content: Content
  /** What the people in it see; the library's. */
  readonly document: Document
  readonly claims: Claims
  readonly colorOf: (account: string) => string
  /** Whether what others stored could not be read, and has to be tried again. */
  isBehind: boolean
  /** Reads what other processes stored, up to `upTo` or all of it, and shows it to everybody here. Never rejects. */
  catchUp(upTo?: number): Promise<void>
}

interface Faults {
  /** The database did not answer; it is tried again. */
  onLate(fault: unknown): void
  /** The doc that people see cannot take what is stored; it has to be loaded anew. */
  onBroken(fault: unknown): void
}

/** The origin of changes that are stored already: the library sends them on and does not ask for them to be stored. */
const elsewhere = { source: "redis" } as const

/** Makes a doc that was loaded one that keeps up with what other processes store. */
export function openDoc(content: Content, document: Document, { onLate, onBroken }: Faults): OpenDoc {
  let wanted: number | undefined
  let running: Promise<void> | undefined
  const doc: OpenDoc = {
    ...{ id: document.name, content, document, claims: new Map(), colorOf: openColors() },
    isBehind: false,
    async catchUp(upTo = Number.POSITIVE_INFINITY) {
      wanted = Math.max(wanted ?? 0, upTo)
      running ??= run().finally(() => {
        running = undefined
      })
      await running
    },
  }

  async function run(): Promise<void> {
    while (wanted !== undefined && !document.isDestroyed) {
      await endOfTurn() // what this process stored itself is known to be known by then
      const upTo = wanted
      wanted = undefined
      await read(upTo)
    }
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

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
