import { setTimeout as sleep } from "node:timers/promises"
import type { Context } from "#access/context.ts"
import { readNews } from "#domains/live/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { type ChangeStream, toEvent } from "./stream.ts"

export interface Audience {
  readonly streams: Set<ChangeStream>
  tellNews(): void
}

/** Changes within this time are sent together. */
const restMs = 50

/** Opens the streams of one workspace. Reads once for all streams at the same number, and never concurrently. */
export function openAudience(cx: Context, workspaceId: WorkspaceId, onFault: (fault: unknown) => void): Audience {
  const streams = new Set<ChangeStream>()
  let isTelling = false
  let isDue = false

  async function tellAll(): Promise<void> {
    for (const [seq, alike] of Map.groupBy(streams, ({ seq }) => seq)) {
      const news = await readNews(cx, workspaceId, seq)
      if (!news) continue
      const text = toEvent(news)
      for (const stream of alike) {
        stream.seq = news.seq
        stream.write(text)
      }
    }
  }

  async function tellUntilCurrent(): Promise<void> {
    isTelling = true
    while (isDue) {
      isDue = false
      await tellAll().catch(onFault)
      await sleep(restMs, undefined, { ref: false })
    }
    isTelling = false
  }

  return {
    streams,
    tellNews() {
      isDue = true
      if (!isTelling) void tellUntilCurrent()
    },
  }
}
