import { ModelFailure } from "#adapters/models/port.ts"

const words: Readonly<Record<ModelFailure["reason"], string>> = {
  refused: "The model would not answer this.",
  busy: "The model has too much to do at the moment.",
  unreachable: "The model cannot be reached at the moment.",
  cut: "The model's answer was cut off before it began.",
  "too long": "This conversation is too long for the model. Begin a new one.",
  key: "The model does not accept the key that it is asked with. Whoever set it can mend it.",
}

/** Why a model did not answer, as people read it. */
export function failureWords(thrown: unknown): string {
  return words[thrown instanceof ModelFailure ? thrown.reason : "unreachable"]
}
