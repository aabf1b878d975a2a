import { minuteMs } from "#kernel/time/units.ts"
import type { Session } from "./smtp-session.ts"

const knownMs = 10 * minuteMs
const patienceMs = 5_000

/** Remembers from each session that opens whether the server takes addresses that are not ASCII. */
export function openUtf8Memory(connect: () => Promise<Session>) {
  let known = { takesUtf8: true, until: Number.NEGATIVE_INFINITY }
  let asking: Promise<void> | undefined

  async function open(): Promise<Session> {
    const session = await connect()
    known = { takesUtf8: session.takesUtf8, until: Date.now() + knownMs }
    return session
  }

  async function ask(): Promise<void> {
    await open().then(
      (session) => session.quit(),
      () => {},
    )
    asking = undefined
  }

  return {
    open,
    async takesUtf8(): Promise<boolean> {
      if (Date.now() >= known.until) {
        asking ??= ask()
        await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())])
      }
      return known.takesUtf8
    },
  }
}
