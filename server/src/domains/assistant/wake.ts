import type { Context, Inside } from "#access/context.ts"
import { onceCommitted } from "#changes/note-change.ts"

/** Wakes the workers and the open pages of a conversation once the transaction has committed. */
export function wake(cx: Inside, { bus }: Pick<Context, "bus">, conversationId: string): void {
  onceCommitted(cx, () => bus.publish("runs", conversationId))
}
