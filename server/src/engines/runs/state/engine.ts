import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import type { Live } from "./live.ts"

export interface Engine {
  readonly app: App
  readonly cx: Context
  readonly live: Live
}

export function openEngine(app: App, live: Live): Engine {
  return { app, cx: systemContext(app), live }
}
