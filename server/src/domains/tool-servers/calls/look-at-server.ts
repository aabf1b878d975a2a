import type { Context } from "#access/context.ts"
import { storeOffer } from "../pins/index.ts"
import { type Use, useServer } from "./use-server.ts"

/** Lists a server's tools and stores the list. */
export async function lookAtServer(cx: Context, use: Use, signal: AbortSignal): Promise<void> {
  const offer = await useServer(cx, use, { signal, work: (opened) => opened.listTools() })
  await cx.atomically((cx) => storeOffer(cx, use.server.id, offer))
}
