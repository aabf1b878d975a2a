import type { Context, Person } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import { hasUnreadAbout, markRead } from "./line-store.ts"

/** Marks a person's lines about a thing as read, because the person is looking at it. Read lines are not sent. */
export async function readLinesAbout(cx: Context, { accountId }: Pick<Person, "accountId">, thing: string) {
  if (!(await hasUnreadAbout({ ...cx, accountId }, thing))) return
  await cx.atomically(async (inside) => {
    for (const workspaceId of await markRead({ ...inside, accountId }, { thing })) {
      noteChange(inside, { workspaceId, kind: "notifications", ref: accountId })
    }
  })
}
