import type { ModelMessage } from "./port.ts"

/** Gives each call a unique id of characters that all wires accept. Some models number calls from 1 in each answer. */
export function callIds(messages: readonly ModelMessage[]): (proposed: string) => string {
  const taken = new Set(messages.flatMap(idsOf))
  return (proposed) => {
    const wanted = /^[\w-]{1,64}$/.test(proposed) ? proposed : "call"
    let id = wanted
    for (let count = 2; taken.has(id); count += 1) id = `${wanted.slice(0, 56)}_${count}`
    taken.add(id)
    return id
  }
}

const idsOf = (message: ModelMessage) =>
  message.role === "assistant" ? message.parts.flatMap((part) => (part.type === "call" ? [part.id] : [])) : []
