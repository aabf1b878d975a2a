/** A new webhook. The processor returns its secret only once. */
export interface Hook {
  id: string
  secret: string
}

/** Why a webhook cannot be made: the key may not make one, or the processor does not take the address or one more. */
export type HookRefusal = "right-missing" | "not-accepted"
