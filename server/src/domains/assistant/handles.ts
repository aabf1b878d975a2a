import type { Outside } from "#access/context.ts"
import { sealedHandles } from "./sealed-columns.ts"

/** The secrets of a conversation by their placeholders. */
export type Handles = Readonly<Record<string, string>>

export function unsealHandles(cx: Pick<Outside, "keyring">, conversationId: string, sealed: string | null): Handles {
  if (sealed === null) return {}
  return JSON.parse(cx.keyring.unseal(sealedHandles.purpose, sealedHandles.place(conversationId), sealed)) as Handles
}

export function sealHandles(cx: Pick<Outside, "keyring">, conversationId: string, handles: Handles): string | null {
  if (Object.keys(handles).length === 0) return null
  return cx.keyring.seal(sealedHandles.purpose, sealedHandles.place(conversationId), JSON.stringify(handles))
}
