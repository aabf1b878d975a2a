import type { RunRow, StoredPart } from "#domains/assistant/on-demand.ts"
import { RunPictures } from "./run-pictures.ts"

export interface Listener {
  changed(): void
  said(messageId: string, text: string): void
}

/** The unstored state of the conversations that this process works on, and their listeners. */
export class Live {
  readonly pictures = new RunPictures()
  readonly #listeners = new Map<string, Set<Listener>>()
  /** The parts of messages that are being written. They hold more text than the stored ones. */
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

  touch(conversationId: string): void {
    for (const listener of this.#listeners.get(conversationId) ?? []) listener.changed()
  }

  /** Passes new text of a model on; `parts` contains it already. */
  say(
    conversationId: string,
    { messageId, text, parts }: { messageId: string; text: string; parts: readonly StoredPart[] },
  ) {
    this.#writing.set(messageId, parts)
    for (const listener of this.#listeners.get(conversationId) ?? []) listener.said(messageId, text)
  }

  /** Forgets the parts of a message that is completely stored. */
  written(messageId: string): void {
    this.#writing.delete(messageId)
  }

  partsOf(messageId: string): readonly StoredPart[] | undefined {
    return this.#writing.get(messageId)
  }

  /** Records whether a model thinks. Updates the pages when it begins. */
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
