import type { Effort } from "#config/model-address.ts"
import { refusedPart } from "./failures.ts"

export interface Manner {
  /** The field of chat completions for the output limit. */
  readonly outputField: "max_tokens" | "max_completion_tokens"
  readonly effort: Effort | undefined
}

/** After a refusal that names a parameter, asks once more without it. Remembers the parameters of a success. */
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

/** Undefined where no parameter was refused, or one that was changed already. */
function without(manner: Manner, refused: ReturnType<typeof refusedPart>): Manner | undefined {
  if (refused === "max_tokens" && manner.outputField === "max_tokens")
    return { ...manner, outputField: "max_completion_tokens" }
  if (refused === "effort" && manner.effort !== undefined) return { ...manner, effort: undefined }
  return undefined
}
