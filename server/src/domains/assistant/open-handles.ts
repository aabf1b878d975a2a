import type { Outside } from "#access/context.ts"
import { sealedHandles } from "./sealed-columns.ts"

/** The secrets of a conversation, by the placeholder that stands for each. */
export type Handles = Readonly<Record<string, string>>

/** Opens what is sealed in a conversation's row; nothing where it has no secrets. */
export function openHandles(cx: Pick<Outside, "keyring">, conversationId: string, sealed: string | null): Handles {
  if (sealed === null) return {}
  return JSON.parse(cx.keyring.open(sealedHandles.purpose, sealedHandles.place(conversationId), sealed)) as Handles
}
