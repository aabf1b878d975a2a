import { leaveBy } from "./busy.ts"

const key = "reloadedAt"
const restMs = 60_000

let hasTyped = false
let answer: Promise<boolean> | undefined

/** Reloads the page when a part of it cannot be loaded, since a newer build has replaced the part. */
export function watchLoads(): void {
  addEventListener("input", () => (hasTyped = true), { capture: true })
  addEventListener("vite:preloadError", () => void reloadOnce())
}

/**
 * Reloads the page, unless a person typed something on it, it was reloaded a minute ago, or the service is away. Returns
 * whether it reloads.
 */
export function reloadOnce(): Promise<boolean> {
  answer ??= reload().finally(() => {
    answer = undefined
  })
  return answer
}

async function reload(): Promise<boolean> {
  if (hasTyped || !(await isServed()) || hasTyped || !noteReload()) return false
  leaveBy(() => location.reload())
  return true
}

async function isServed(): Promise<boolean> {
  const answer = await fetch("/api/health/serving").catch(() => undefined)
  return answer?.ok === true
}

/** Returns false after a recent reload, and in a browser that stores nothing. */
function noteReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < restMs) return false
    sessionStorage.setItem(key, String(Date.now()))
    return true
  } catch {
    return false
  }
}
