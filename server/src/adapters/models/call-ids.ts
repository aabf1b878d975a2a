import { hash } from "node:crypto"
import type { ModelMessage } from "./port.ts"

type Wire = "anthropic" | "openai"

/** Chat completions take any text, and some gateways keep a thought in it. */
const shapes: Readonly<Record<Wire, RegExp>> = { anthropic: /^[\w-]{1,64}$/, openai: /^[\x21-\x7e]{1,16384}$/ }

/** Kimi numbers the calls of a conversation, and takes no other form back. */
const numbered = /^(functions\.[\w-]{1,200}:)(\d{1,6})$/

/** Keeps the id of each call, unless another call has it: some models number calls from 1 in each answer. */
export function callIds(messages: readonly ModelMessage[], wire: Wire): (proposed: string) => string {
  const taken = new Set(messages.flatMap(idsOf))
  return (proposed) => {
    const wanted = shapes[wire].test(proposed) ? proposed : "call"
    const [, start, number] = numbered.exec(wanted) ?? []
    let id = wanted
    for (let count = 1; taken.has(id); count += 1)
      id = start === undefined ? `${wanted.slice(0, 56)}_${count + 1}` : `${start}${Number(number) + count}`
    taken.add(id)
    return id
  }
}

const idsOf = (message: ModelMessage) =>
  message.role === "assistant" ? message.parts.flatMap((part) => (part.type === "call" ? [part.id] : [])) : []

/** The id of a call as the host takes it: a conversation may have begun with another model. */
export function idForWire(id: string, { wire, isShort }: { wire: Wire; isShort: boolean }): string {
  if (isShort) return /^[a-zA-Z0-9]{9}$/.test(id) ? id : hash("sha256", id, "hex").slice(0, 9)
  return shapes[wire].test(id) ? id : `call_${hash("sha256", id, "hex").slice(0, 24)}`
}
