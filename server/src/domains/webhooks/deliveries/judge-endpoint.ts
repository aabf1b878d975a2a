import type { Inside } from "#access/context.ts"
import type { HookAnswer } from "#adapters/hooks/port.ts"
import { notify } from "#domains/notifications/index.ts"
import type { EndpointHealth, EndpointRow } from "../endpoints/index.ts"
import type { DueDelivery } from "./due-store.ts"
import { isSuccess, lateMs, leastFailures, offAfterMs, restMsAfter, slowMs, warnAfterMs } from "./schedule.ts"

export interface Tried {
  readonly delivery: DueDelivery
  /** The address that it was posted to, as its endpoint's row had it. */
  readonly url_sealed: string
  readonly answer: HookAnswer
  readonly beganAt: number
  readonly ms: number
}

/** Returns the health of an endpoint after tries, and notifies owners and admins of a bad turn. */
export async function judgeEndpoint(cx: Inside, before: EndpointRow, tries: readonly Tried[]): Promise<EndpointHealth> {
  const now = cx.now()
  const { failing_since, failures, warned_at, slow_until, rests_until, disabled_at, disabled_for } = before
  let health: EndpointHealth = {
    failing_since,
    failures,
    warned_at,
    slow_until,
    rests_until,
    disabled_at,
    disabled_for,
  }
  for (const tried of tries) health = after(health, tried, now)
  if (disabled_at !== null) return health
  const failingMs = health.failing_since === null ? -1 : now - health.failing_since
  const isGone = tries.some(({ answer }) => answer.status === 410)
  if (isGone || (failingMs >= offAfterMs && health.failures >= leastFailures)) {
    await tellAdmins(cx, before, isGone ? "webhook_gone" : "webhook_off")
    return { ...health, disabled_at: now, disabled_for: isGone ? "gone" : "failing" }
  }
  if (failingMs < warnAfterMs || health.warned_at !== null) return health
  await tellAdmins(cx, before, "webhook_failing")
  return { ...health, warned_at: now }
}

function after(health: EndpointHealth, { answer, beganAt, ms }: Tried, now: number): EndpointHealth {
  const slow_until = isSuccess(answer.status) && ms < slowMs ? null : now + lateMs
  if (isSuccess(answer.status)) {
    return { ...health, failing_since: null, failures: 0, warned_at: null, slow_until, rests_until: null }
  }
  const rest = restMsAfter(answer.status, answer.retryAfterMs)
  return {
    ...{ ...health, failing_since: health.failing_since ?? beganAt, failures: health.failures + 1, slow_until },
    rests_until: rest > 0 ? Math.max(now + rest, health.rests_until ?? 0) : health.rests_until,
  }
}

type Turn = "webhook_failing" | "webhook_off" | "webhook_gone"

async function tellAdmins(cx: Inside, { id, workspace_id, host }: EndpointRow, what: Turn): Promise<void> {
  await notify(cx, { workspaceId: workspace_id, what, words: [host], thing: id, about: id })
}
