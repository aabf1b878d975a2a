import { setTimeout as sleep } from "node:timers/promises"
import { systemContext } from "#access/perform.ts"
import { type Listened, openListener } from "#domains/webhooks/index.ts"
import { openApp } from "#start/app.ts"
import { checkMigrated } from "#storage/migration-checks.ts"
import { logTo } from "./backups.ts"
import { refuseMissing } from "./migrations.ts"
import { type Asked, type CommandResult, UsageError } from "./outcome.ts"

const lookMs = 500
const mostMs = 15_000
const longestRestMs = 30_000

/** Posts a workspace's events to an address until Ctrl-C. */
export async function listenToEvents(asked: Asked): Promise<CommandResult> {
  const { workspace: [slug = ""] = [], "forward-to": [url = ""] = [] } = asked.options as Record<string, string[]>
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) throw new UsageError("--forward-to is not an http address.")
  const settings = asked.settings()
  refuseMissing(settings)
  const app = await openApp(settings, logTo(asked, settings.logLevel))
  try {
    await checkMigrated(app.database)
    const listener = await openListener(systemContext(app), { slug, url })
    if (!listener) throw new Error(`There is no workspace ${slug}.`)
    asked.say(`Listening to ${slug}. The secret of its signatures is ${listener.secret}`)
    const counts = { answered: 0, unanswered: 0 }
    while (!asked.stop.aborted) {
      const hooks = await listener.next()
      for (const hook of hooks) await deliver(asked, { url, hook, counts })
      if (hooks.length === 0) await sleep(lookMs, undefined, { signal: asked.stop }).catch(() => {})
    }
    return { text: `Stopped after ${counts.answered} events.`, data: counts }
  } finally {
    await app.close()
  }
}

interface Delivering {
  readonly url: string
  readonly hook: Listened
  readonly counts: { answered: number; unanswered: number }
}

/** Repeats a request until it is answered, with any status. The mark moves then. */
async function deliver({ say, stop }: Asked, { url, hook, counts }: Delivering): Promise<void> {
  for (let tries = 0; !stop.aborted; tries += 1) {
    const status = await post(url, hook, stop)
    say(`${new Date().toISOString()} ${hook.type} ${hook.subject} ${hook.id} ${status ?? "no answer"}`)
    if (status !== undefined) {
      counts.answered += 1
      return hook.isDone()
    }
    counts.unanswered += 1
    await sleep(Math.min(lookMs * 2 ** tries, longestRestMs), undefined, { signal: stop }).catch(() => {})
  }
}

async function post(url: string, { body, sign }: Listened, stop: AbortSignal): Promise<number | undefined> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(mostMs)])
  try {
    const response = await fetch(url, { method: "POST", body, headers: sign(), redirect: "manual", signal })
    await response.body?.cancel()
    return response.status
  } catch {
    return undefined
  }
}
