import type { Context } from "#access/context.ts"
import { storeToolList } from "../pins/index.ts"
import { type Use, useServer } from "./use-server.ts"

export async function lookAtServer(cx: Context, use: Use, signal: AbortSignal): Promise<void> {
  const toolList = await useServer(cx, use, { signal, work: (opened) => opened.listTools() })
  await cx.atomically((cx) => storeToolList(cx, use.server.id, toolList))
}
