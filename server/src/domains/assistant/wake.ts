import type { Context, Inside } from "#access/context.ts"
import { onceCommitted } from "#access/note-change.ts"

/** Has whoever works on a conversation, or shows it, look at it again once the present transaction has committed. */
export function wake(cx: Inside, { bus }: Pick<Context, "bus">, conversationId: string): void {
  onceCommitted(cx, () => bus.publish("runs", conversationId))
}
