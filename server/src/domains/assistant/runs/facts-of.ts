import type { Context, Member } from "#access/context.ts"
import { getAccount } from "#domains/accounts/index.ts"
import { listMissingSignIns } from "#domains/tool-servers/on-demand.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { toLocalIso } from "#kernel/time/iso.ts"
import { findZone, utc } from "#kernel/time/zone.ts"
import { pageOf } from "./page-of.ts"

/** The facts that the browser reports. */
interface Whereabouts {
  readonly about: string | undefined
  readonly locale: string | undefined
  readonly timeZone: string | undefined
}

/**
 * The facts that a model gets with a question, as JSON. They are stored with it and never change, so that the
 * provider's prompt cache stays valid.
 */
export async function factsOf(cx: Context<Member>, { about, locale, timeZone }: Whereabouts): Promise<string> {
  const [{ name }, unsigned] = await Promise.all([
    getAccount(cx, cx.accountId),
    cx.role === "viewer" ? [] : listMissingSignIns(cx, cx),
  ])
  const known = timeZone === undefined ? undefined : findZone(timeZone)
  const zone = known ?? utc
  const weekday = weekdays[new Date(zone.toWall(cx.now())).getUTCDay()]
  const language = localeOf(locale)
  const page = about === undefined ? undefined : pageOf(about)
  return JSON.stringify({
    ...(name !== null && { person: cleanText(name, 100) }),
    role: cx.role,
    workspace: cleanText(cx.workspace.name, 100),
    ...(language !== undefined && { locale: language }),
    time_zone: known ? timeZone : "UTC",
    local_time: `${toLocalIso(cx.now(), zone)}, ${weekday}`,
    ...(page && { page_they_are_on: page }),
    ...(unsigned.length > 0 && { tool_servers_without_sign_in: unsigned.map((server) => cleanText(server, 60)) }),
  })
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

function localeOf(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : new Intl.Locale(text).baseName.slice(0, 35)
  } catch {
    return undefined
  }
}
