import type { ShownCall, ShownConversation, ShownMessage, ShownPart } from "#contract/shown.ts"

let count = 0
const newId = (prefix: string) => {
  count += 1
  return `${prefix}_${count}`
}

/** A conversation with these messages. */
export function conversationOf(
  messages: readonly ShownMessage[],
  more: Partial<ShownConversation> = {},
): ShownConversation {
  const model = { name: "a model", kind: "model" } as const
  return { id: "cnv_1", title: "Upload links", messages, run: null, outsiders: [], model, addresses: {}, ...more }
}

/** A message of the assistant with these parts, or of the person where it is only text. */
export function messageOf(said: string | readonly ShownPart[], more: Partial<ShownMessage> = {}): ShownMessage {
  const id = newId("msg")
  const isPerson = typeof said === "string"
  return {
    id,
    role: isPerson ? "person" : "assistant",
    parts: isPerson ? [textOf(said)] : said,
    branches: [id],
    createdAt: Date.UTC(2026, 10, 22, 9),
    usage: null,
    ...more,
  }
}

export const textOf = (text: string, cited: Extract<ShownPart, { type: "text" }>["cited"] = []): ShownPart => {
  return { type: "text", text, cited }
}

/** A call that waits for the person, unless it is said otherwise. */
export function callOf(more: Partial<ShownCall> = {}): Extract<ShownPart, { type: "call" }> {
  const call: ShownCall = {
    id: newId("call"),
    tool: "create_link",
    title: "Create a short link",
    isWrite: true,
    state: "waiting",
    about: [],
    arguments: { destination: "https://example.com/autumn", title: "Autumn" },
    server: null,
    rehearsal: null,
    why: "Changes ask until you allow them.",
    offers: ["conversation", "always"],
    plan: null,
    expiresAt: Date.UTC(2026, 10, 23, 9),
    summary: "",
    facts: [],
    canUndo: true,
    undoRefusal: null,
    ...more,
  }
  return { type: "call", call }
}
