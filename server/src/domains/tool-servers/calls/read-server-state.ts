import type { Context } from "#access/context.ts"
import { storeToolList } from "../pins/index.ts"
import { type ServerUse, useServer } from "./use-server.ts"

export async function readServerState(cx: Context, use: ServerUse, signal: AbortSignal): Promise<void> {
  const toolList = await useServer(cx, use, { signal, work: (opened) => opened.listTools() })
  await cx.atomically((cx) => storeToolList(cx, use.server.id, toolList))
}
