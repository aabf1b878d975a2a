import type { RunRow, StoredPart } from "#domains/assistant/on-demand.ts"

/** Somebody who looks at a conversation. */
export interface Listener {
  /** Something of the conversation was stored. */
  changed(): void
  /** A model said more in a message. */
  said(messageId: string, text: string): void
}

/** What goes on in the conversations that this process works on, for those who look at them. */
export class Live {
  readonly #listeners = new Map<string, Set<Listener>>()
  /** What messages say that are being written: more than is stored yet. */
  readonly #writing = new Map<string, readonly StoredPart[]>()
  readonly #thinking = new Set<string>()

  listen(conversationId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(conversationId) ?? new Set()
    this.#listeners.set(conversationId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(conversationId)
    }
  }

  /** Has those who look at a conversation read it again. */
  touch(conversationId: string): void {
    for (const listener of this.#listeners.get(conversationId) ?? []) listener.changed()
  }

  /** Tells what a model said more, which `parts` has already. */
  say(
    conversationId: string,
    { messageId, text, parts }: { messageId: string; text: string; parts: readonly StoredPart[] },
  ) {
    this.#writing.set(messageId, parts)
    for (const listener of this.#listeners.get(conversationId) ?? []) listener.said(messageId, text)
  }

  /** Says that a message is stored as it is. */
  written(messageId: string): void {
    this.#writing.delete(messageId)
  }

  /** What a message says now, where it is being written here. */
  partsOf(messageId: string): readonly StoredPart[] | undefined {
    return this.#writing.get(messageId)
  }

  /** Notes whether a model thinks, and has those who look at the conversation told when it begins. */
  think({ id, conversation_id }: Pick<RunRow, "id" | "conversation_id">, isThinking: boolean): void {
    const began = isThinking && !this.#thinking.has(id)
    if (isThinking) this.#thinking.add(id)
    else this.#thinking.delete(id)
    if (began) this.touch(conversation_id)
  }

  isThinking(runId: string): boolean {
    return this.#thinking.has(runId)
  }
}
