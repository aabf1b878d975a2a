import type { LibraryMessage } from "./library.ts"

export function toTurns(spoken: readonly LibraryMessage[], takesTurns: boolean): LibraryMessage[] {
  const turns: LibraryMessage[] = []
  for (const message of spoken) {
    const last = turns.at(-1)
    if (message.role === "user" && last?.role === "user")
      turns[turns.length - 1] = { ...last, content: [...last.content, ...message.content] }
    else if (message.role === "user" && last?.role === "tool" && takesTurns) turns.push(between(), message)
    else turns.push(message)
  }
  return turns
}

const between = (): LibraryMessage => ({ role: "assistant", content: [{ type: "text", text: "…" }] })
