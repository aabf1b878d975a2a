import type { Effort } from "#config/model-address.ts"
import { refusedPart } from "./failures.ts"

/** How a host wants to be asked. */
export interface Manner {
  /** The field of chat completions that has the limit of the output. */
  readonly outputField: "max_tokens" | "max_completion_tokens"
  /** How much the model is to think; undefined to leave that to its provider. */
  readonly effort: Effort | undefined
}

/**
 * Asks a host in the manner that it is known to take. A refusal that names a part of the manner has it asked once more
 * without that part; once the host has answered, that manner is the known one.
 */
export class Manners {
  #known: Manner

  constructor(effort: Effort | undefined) {
    this.#known = { outputField: "max_tokens", effort }
  }

  async ask<Answer>(send: (manner: Manner) => Promise<Answer>): Promise<Answer> {
    let manner = this.#known
    for (;;) {
      try {
        const answer = await send(manner)
        this.#known = manner
        return answer
      } catch (error) {
        const next = without(manner, refusedPart(error))
        if (!next) throw error
        manner = next
      }
    }
  }
}

/** Undefined where nothing of the manner was refused, or not for the first time. */
function without(manner: Manner, refused: ReturnType<typeof refusedPart>): Manner | undefined {
  if (refused === "max_tokens" && manner.outputField === "max_tokens")
    return { ...manner, outputField: "max_completion_tokens" }
  if (refused === "effort" && manner.effort !== undefined) return { ...manner, effort: undefined }
  return undefined
}
