import * as Y from "yjs"
import { type DocEditor, openEditor } from "../server/test/support/docs/doc-editor.ts"
import { sharedText } from "../server/test/support/docs/shared-lines.ts"
import { median, percentile } from "./load.ts"

/** People with open docs in a separate process, controlled by `docs.ts`. */
export type TypistOrder =
  /** Opens one connection for each seat, and keeps them. Answered when each has the doc's content. */
  | { kind: "sit"; seats: readonly TypistSeat[] }
  /** All sitting people write in their shared doc. Answered with the times until the others had each character. */
  | { kind: "type"; perSecond: number; seconds: number }
  /** Opens one doc after the other. Answered with the median of the times until it was open. */
  | { kind: "open"; seats: readonly TypistSeat[] }
  | { kind: "leave" }

export interface TypistSeat {
  readonly url: string
  readonly headers: Record<string, string>
  readonly docId: string
}

/** In milliseconds. */
export type Percentiles = Readonly<Record<"p50" | "p95" | "p99" | "most", number>>

const sitting: DocEditor[] = []

process.on("message", (order: TypistOrder) => void follow(order).then((answer) => process.send?.(answer)))
process.on("disconnect", () => process.exit())

async function follow(order: TypistOrder): Promise<Percentiles | number> {
  if (order.kind === "type") return type(order)
  if (order.kind === "open") return open(order.seats)
  if (order.kind === "sit") for (const seat of order.seats) sitting.push(await openSynced(seat))
  else for (const editor of sitting.splice(0)) editor.close()
  return sitting.length
}

function openSynced({ docId, ...request }: TypistSeat): Promise<DocEditor> {
  const editor = openEditor(request, docId, { isStubborn: false })
  return new Promise((resolve, reject) => {
    editor.provider.on("synced", () => resolve(editor))
    editor.provider.on("authenticationFailed", reject)
    editor.provider.on("close", reject)
  })
}

async function open(seats: readonly TypistSeat[]): Promise<number> {
  const times: number[] = []
  for (const seat of seats) {
    const began = performance.now()
    const editor = await openSynced(seat)
    times.push(performance.now() - began)
    editor.close()
    await new Promise((resolve) => setTimeout(resolve, 200)) // the service unloads the doc, which costs as much again
  }
  return median(times)
}

async function type({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<Percentiles> {
  const times: number[] = []
  /** When each person typed each character. A character is identified by its client's clock. */
  const typedAt = new Map(sitting.map(({ doc }) => [doc.clientID, new Map<number, number>()]))
  const listen = (transaction: Y.Transaction) => note(transaction, typedAt, times)
  for (const { doc } of sitting) doc.on("afterTransaction", listen)
  await Promise.all(sitting.map((editor) => typeFor(editor, { perSecond, seconds, typedAt })))
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  for (const { doc } of sitting) doc.off("afterTransaction", listen)
  const typed = [...typedAt.values()].reduce((sum, its) => sum + its.size, 0)
  if (times.length !== typed * (sitting.length - 1)) throw new Error("A person did not receive all typed characters.")
  const at = (share: number) => percentile(times, share)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) }
}

function note(
  { local, beforeState, afterState }: Y.Transaction,
  typedAt: ReadonlyMap<number, ReadonlyMap<number, number>>,
  times: number[],
): void {
  if (local) return
  const now = performance.now()
  for (const [client, after] of afterState) {
    for (let clock = beforeState.get(client) ?? 0; clock < after; clock += 1) {
      const at = typedAt.get(client)?.get(clock)
      if (at !== undefined) times.push(now - at)
    }
  }
}

/** Types one character at a time in a separate paragraph, with the cursor behind it. */
async function typeFor(
  { doc, provider }: DocEditor,
  {
    perSecond,
    seconds,
    typedAt,
  }: { perSecond: number; seconds: number; typedAt: ReadonlyMap<number, Map<number, number>> },
): Promise<void> {
  const text = sharedText(doc)
  const began = performance.now() + (Math.random() * 1_000) / perSecond
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, began + (n * 1_000) / perSecond - performance.now())),
    )
    typedAt.get(doc.clientID)?.set(Y.getState(doc.store, doc.clientID), performance.now())
    text.insert(text.length, "a")
    const cursor = Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(text, text.length))
    provider.setAwarenessField("cursor", { anchor: cursor, head: cursor })
  }
}
