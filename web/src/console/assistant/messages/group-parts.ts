import type { ShownCall, ShownMessage, ShownPart } from "../../../../../server/src/contract/shown.ts"
import { groupBy } from "../../../kit/newer-functions.ts"

/** Consecutive reading calls share one line; the calls of one plan share a card. */
export type PartGroup =
  | { readonly is: "reads"; readonly calls: readonly ShownCall[] }
  | { readonly is: "approval card"; readonly calls: readonly ShownCall[] }
  | { readonly is: "part"; readonly part: Exclude<ShownPart, { type: "call" }> }

export function groupParts(parts: readonly ShownPart[]): readonly PartGroup[] {
  const groups: { is: "reads" | "approval card"; calls: ShownCall[] }[] = []
  const all: PartGroup[] = []
  for (const part of parts) {
    if (part.type !== "call") {
      all.push({ is: "part", part })
      continue
    }
    const { call } = part
    const is = isFolded(call) ? "reads" : "approval card"
    const last = all.at(-1) === groups.at(-1) ? groups.at(-1) : undefined
    const isTogether = last?.is === is && (is === "reads" || (call.plan !== null && last.calls[0]?.plan === call.plan))
    if (isTogether) last.calls.push(call)
    else {
      const group: { is: "reads" | "approval card"; calls: ShownCall[] } = { is, calls: [call] }
      groups.push(group)
      all.push(group)
    }
  }
  return all
}

/** Writes, plans and waiting calls are never folded. */
const isFolded = ({ isWrite, state, plan }: ShownCall) => !isWrite && plan === null && state !== "waiting"

/** Summarises reading calls: "Looked at 25 links, and 2 more". */
export function readsLine(calls: readonly ShownCall[]): string {
  const open = calls.find(isOpen)
  if (open) return `${open.title}…`
  const [first] = calls
  const more = calls.length - 1
  return `${first?.summary || first?.title}${more > 0 ? `, and ${more} more` : ""}`
}

/** Whether every finished call succeeded. */
export const isAllWell = (calls: readonly ShownCall[]) => calls.every((call) => call.state === "done" || isOpen(call))

/** Whether an external tool server answered the call, even with an error. */
export const hasAnswered = ({ server, state }: ShownCall) => server !== null && (state === "done" || state === "failed")

const isOpen = ({ state }: ShownCall) => state === "proposed" || state === "approved" || state === "running"

/** The waiting calls outside of plans, grouped by tool; only groups of two or more. */
export function alikeIn({ parts }: ShownMessage): readonly (readonly ShownCall[])[] {
  const calls = parts.flatMap((part) => (part.type === "call" ? part.call : []))
  const waiting = calls.filter(({ state, plan }) => state === "waiting" && plan === null)
  return [...groupBy(waiting, ({ tool }) => tool).values()].filter(({ length }) => length > 1)
}
