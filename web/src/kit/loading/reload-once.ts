import { leaveBy } from "./busy.ts"

const key = "reloadedAt"
const restMs = 60_000
/** A person who leaves by an address that turns out to be a download is still here after this time. */
const leavesMs = 30_000

let hasTyped = false
let leftAt = Number.NEGATIVE_INFINITY
let answer: Promise<boolean> | undefined

/** Reloads the page when a part of it cannot be loaded, since a newer build has replaced the part. */
export function watchLoads(): void {
  addEventListener("input", () => (hasTyped = true), { capture: true })
  addEventListener("vite:preloadError", () => void reloadOnce())
  watchLeaving()
}

/** Firefox and WebKit abort the imports of a page that is being left, which is no sign of a newer build. */
function watchLeaving(): void {
  const leave = () => (leftAt = performance.now())
  addEventListener("pagehide", leave)
  addEventListener("pageshow", () => (leftAt = Number.NEGATIVE_INFINITY))
  // A listener of `beforeunload` keeps a page of Firefox out of its cache for Back.
  if ("navigation" in globalThis)
    navigation.addEventListener("navigate", ({ destination }) => destination.sameDocument || leave())
  else addEventListener("beforeunload", leave)
}

/**
 * Reloads the page if the service no longer has its scripts, unless a person typed something on it, or it was reloaded a
 * minute ago. Returns whether it reloads. Never does on a page that is being left.
 */
function reloadOnce(): Promise<boolean> {
  answer ??= reload().finally(() => {
    answer = undefined
  })
  return answer
}

/** After a part of the page could not be loaded: reloads the page, which ends meanwhile, or does something else. */
export async function reloadOr<Result>(otherwise: () => Result): Promise<Result> {
  return (await reloadOnce()) ? new Promise(() => {}) : otherwise()
}

async function reload(): Promise<boolean> {
  await untilStaying()
  if (hasTyped || !(await isReplaced())) return false
  await untilStaying()
  if (hasTyped || !noteReload()) return false
  leaveBy(() => location.reload())
  return true
}

/** A page that is being left ends while it waits here. */
async function untilStaying(): Promise<void> {
  const leftMs = () => leftAt + leavesMs - performance.now()
  while (leftMs() > 0) await new Promise((resolve) => setTimeout(resolve, leftMs()))
}

/** A script contains the names of the scripts that it loads, so the first ones are gone where any other is. */
async function isReplaced(): Promise<boolean> {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"]')]
  const answers = await Promise.all(
    scripts.map(({ src }) => fetch(src, { method: "HEAD", cache: "no-store" }).catch(() => undefined)),
  )
  return answers.some((answer) => answer?.status === 404)
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
