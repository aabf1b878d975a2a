import type { ModelMessage } from "./port.ts"

/**
 * Gives every call of a conversation an id of its own, of the letters that all wires take. A model's own id is kept
 * where it is that already: some number their calls anew in each answer, or give two the same.
 */
export function callIds(messages: readonly ModelMessage[]): (told: string) => string {
  const taken = new Set(messages.flatMap(idsOf))
  return (told) => {
    const wanted = /^[\w-]{1,64}$/.test(told) ? told : "call"
    let id = wanted
    for (let count = 2; taken.has(id); count += 1) id = `${wanted.slice(0, 56)}_${count}`
    taken.add(id)
    return id
  }
}

const idsOf = (message: ModelMessage) =>
  message.role === "assistant" ? message.parts.flatMap((part) => (part.type === "call" ? [part.id] : [])) : []
