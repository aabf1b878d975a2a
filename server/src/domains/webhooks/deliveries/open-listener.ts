import type { Context } from "#access/context.ts"
import { changeEndpointRow, findWorkspaceBySlug, openListeningEndpoint, unsealWebhook } from "../endpoints/index.ts"
import { listDataAfter } from "./fan-out-store.ts"
import { openEndpoint, signHook, writeHook } from "./sign-hook.ts"

/** An event for `atelier listen`. */
export interface Listened {
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly body: string
  /** The headers of a try, signed now. */
  sign(): Record<string, string>
  /** Moves the mark behind it. */
  isDone(): Promise<void>
}

interface Listener {
  readonly secret: string
  /** The next events behind the mark, in order. */
  next(): Promise<Listened[]>
}

const readAtOnce = 100

/** Opens a mark in a workspace's events for an address, or continues at it. Undefined without the workspace. */
export async function openListener(
  cx: Context,
  { slug, url }: { slug: string; url: string },
): Promise<Listener | undefined> {
  const workspaceId = await findWorkspaceBySlug(cx, slug)
  if (workspaceId === undefined) return undefined
  const row = await openListeningEndpoint(cx, { workspaceId, url })
  const endpoint = openEndpoint(cx, row)
  let mark = row
  return {
    secret: unsealWebhook(cx, "secret", { id: row.id, text: row.secret_sealed }),
    async next() {
      const events = await listDataAfter(cx, mark, readAtOnce)
      return events.map((event) => {
        const { id, type, subject, seq, nth } = event
        const body = writeHook({ ...event, event_id: id }, row.version)
        return {
          ...{ id, type, subject, body },
          sign: () => signHook(cx, endpoint, { id, at: cx.now(), body }),
          async isDone() {
            const moved = { cursor_seq: seq, cursor_nth: nth, disabled_at: cx.now() }
            const changed = await cx.atomically((cx) => changeEndpointRow(cx, row, moved))
            if (!changed) throw new Error("The endpoint of this command was removed in the console.")
            mark = changed
          },
        }
      })
    },
  }
}
