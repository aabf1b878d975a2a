import type { Outside } from "#access/context.ts"
import { sealedHandles } from "./sealed-columns.ts"

/** The secrets of a conversation by their placeholders. */
export type Handles = Readonly<Record<string, string>>

export function unsealHandles(cx: Pick<Outside, "keyring">, conversationId: string, sealed: string | null): Handles {
  if (sealed === null) return {}
  return JSON.parse(cx.keyring.unseal(sealedHandles.purpose, sealedHandles.place(conversationId), sealed)) as Handles
}
