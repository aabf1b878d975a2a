import type { Settings } from "#config/settings.ts"
import type { Log } from "#kernel/log.ts"
import type { Tracing } from "#spans/port.ts"
import { readVersion } from "./version.ts"

/** Loads what makes and sends spans, where there is an address for them. */
export async function traceTo({ tracesUrl, tracesSampled }: Settings, log: Log): Promise<Tracing | undefined> {
  if (tracesUrl === undefined) return undefined
  const { exportSpans } = await import("#spans/export-spans.ts")
  return exportSpans({ url: tracesUrl, share: tracesSampled / 100, version: readVersion(), log })
}
