import type { Role } from "#access/roles.ts"
import { purchaseWords } from "#contract/words.ts"
import { minuteMs } from "#kernel/time/units.ts"
import type { NotificationKind } from "./kinds.ts"

type Words = readonly string[]

interface Row {
  kind: NotificationKind
  /** Members with at least this role are notified. Null: only the accounts that the happening names. */
  tells: Role | null
  /** For how long after the last happening another one joins the same line, in milliseconds. */
  openMs: number
  /** Other code sends a more detailed mail, so the line is not mailed. */
  isMailedApart?: true
  one(words: Words): string
  many(count: number, words: Words): string
  /** The path that the line links to, below its workspace's address. */
  path(thing: string, count: number): string
}

const toPurchase = (id: string, count: number) => (count === 1 ? `/purchases?open=${id}` : "/purchases")
const ofSales = { tells: "member", openMs: 10 * minuteMs, isMailedApart: true, path: toPurchase } as const
const always = (sentence: string) => ({ one: () => sentence, many: () => sentence })
const named = (say: (name: string) => string) => ({
  one: ([name = ""]: Words) => say(name),
  many: (_count: number, [name = ""]: Words) => say(name),
})
const to = (path: string) => () => path
const ofAdmins = { tells: "admin", openMs: minuteMs } as const
const ofAccounts = { kind: "payment-account", ...ofAdmins, path: to("/settings/payouts") } as const
const inside = (folder = "") => (folder === "" ? "" : ` in ${folder}`)
const toApp = (id: string) => `/settings/connected-apps?open=${id}`
const toConversation = (conversation: string) => `/assistant/${conversation}`
const toWebhook = (endpoint: string) => `/settings/webhooks?open=${endpoint}`
type Say = (name: string) => string
const ofWebhooks = (say: Say) => ({ kind: "webhooks", ...ofAdmins, path: toWebhook, ...named(say) }) as const
const ofDomains = (say: Say) =>
  ({ kind: "domains", ...ofAdmins, path: to("/settings/domains"), ...named(say) }) as const
const ofCalendar = { kind: "calendar", tells: null, openMs: minuteMs, path: to("/team-time?panel=plan") } as const

/** Every happening and its sentences. The words were written by people: they are data. */
const rows = {
  sold: {
    ...ofSales,
    kind: "sales",
    one: ([title, amount]) => (amount ? `Sold: ${title} for ${amount}` : `${purchaseWords.comped}: ${title}`),
    many: (count, [title]) => `${count} sales, latest: ${title}`,
  },
  refunded: {
    ...ofSales,
    kind: "refunds",
    one: ([title]) => `${purchaseWords.refunded}: ${title}`,
    many: (count, [title]) => `${count} refunds, latest: ${title}`,
  },
  disputed: {
    ...ofSales,
    kind: "refunds",
    one: ([title]) => `${purchaseWords.disputed}: ${title}`,
    many: (count, [title]) => `${count} disputes, latest: ${title}`,
  },
  inquired: {
    ...ofSales,
    kind: "refunds",
    one: ([title]) => `Bank inquiry: ${title}`,
    many: (count, [title]) => `${count} bank inquiries, latest: ${title}`,
  },
  oversold: {
    ...ofSales,
    kind: "refunds",
    one: ([title]) => `Paid too late, refunding: ${title}`,
    many: (count, [title]) => `${count} late payments, refunding, latest: ${title}`,
  },
  buyer_unmailed: {
    ...{ kind: "sales", tells: "member", openMs: 10 * minuteMs, path: toPurchase },
    one: ([title]) => `Could not be mailed to its buyer: ${title}`,
    many: (count, [title]) => `${count} mails to buyers did not arrive, latest: ${title}`,
  },
  money_unclear: {
    kind: "unclear-money",
    tells: "admin",
    openMs: 60 * minuteMs,
    isMailedApart: true,
    one: () => "A payment needs your decision",
    many: (count) => `${count} payments need your decision`,
    path: () => "/unclear-money",
  },
  account_stopped: {
    ...{ ...ofAccounts, isMailedApart: true },
    ...always("Your payment account stopped working: paid offers can't be bought"),
  },
  account_ready: { ...ofAccounts, isMailedApart: true, ...always("Your payment account is active again") },
  hook_silent: {
    ...{ ...ofAccounts, openMs: 60 * minuteMs },
    ...always("No Stripe webhook events: payments appear up to 10 minutes late"),
  },
  files_arrived: {
    kind: "uploads",
    tells: null,
    openMs: 10 * minuteMs,
    isMailedApart: true,
    one: ([folder]) => `New file from your upload link${inside(folder)}`,
    many: (count, [folder]) => `${count} new files from your upload link${inside(folder)}`,
    path: (folder) => (folder === "" ? "/drive" : `/drive?folder=${folder}`),
  },
  mentioned: {
    kind: "mentions",
    tells: null,
    openMs: 10 * minuteMs,
    one: ([title]) => `You were mentioned in ${title}`,
    many: (count, [title]) => `You were mentioned ${count} times in ${title}`,
    path: (doc) => `/docs/${doc}`,
  },
  domain_works: ofDomains((hostname) => `${hostname} works: its short links are live`),
  domain_taken: ofDomains((hostname) => `${hostname} belongs to another workspace: your links on it wait`),
  domain_unfound: ofDomains((hostname) => `${hostname} was not found for a month: press “Check again” to go on`),
  domain_failing: ofDomains((hostname) => `${hostname} stops working in 3 days: DNS records missing`),
  domain_stopped: ofDomains((hostname) => `${hostname} stopped working: DNS records missing for 3 days`),
  calendar_failing: { ...ofCalendar, ...named((reason) => `Your calendar can't be updated: ${reason}`) },
  calendar_works: { ...ofCalendar, ...always("Your calendar is updated again") },
  member_joined: {
    ...{ kind: "members", tells: "admin", openMs: 10 * minuteMs, path: to("/team") },
    one: ([name]) => `${name} joined`,
    many: (count, [name]) => `${count} people joined, latest: ${name}`,
  },
  app_connected: {
    kind: "apps",
    tells: "admin",
    openMs: 10 * minuteMs,
    one: ([app, member]) => `${member} connected ${app}`,
    many: (count, [app]) => `${count} apps connected, latest: ${app}`,
    path: (grant, count) => (count === 1 ? toApp(grant) : "/settings/connected-apps"),
  },
  own_agent_wrote: {
    kind: "agents",
    tells: null,
    openMs: 60 * minuteMs,
    one: ([app]) => `${app} made a change for you`,
    many: (count, [app]) => `${app} made ${count} changes for you`,
    path: toApp,
  },
  agent_wrote: {
    kind: "agents",
    tells: "admin",
    openMs: 60 * minuteMs,
    one: ([app, member]) => `${app} made a change for ${member}`,
    many: (count, [app, member]) => `${app} made ${count} changes for ${member}`,
    path: toApp,
  },
  assistant_asks: {
    kind: "assistant",
    tells: null,
    openMs: 10 * minuteMs,
    one: () => "The assistant needs your answer",
    many: (count) => `The assistant needs ${count} answers from you`,
    path: toConversation,
  },
  assistant_done: {
    kind: "assistant",
    tells: null,
    openMs: 10 * minuteMs,
    one: () => "The assistant finished",
    many: (count) => `The assistant finished ${count} tasks`,
    path: toConversation,
  },
  tools_changed: {
    kind: "tool-servers",
    tells: "admin",
    openMs: 60 * minuteMs,
    one: ([server]) => `A tool needs your review: ${server}`,
    many: (count, [server]) => `${count} tools need your review: ${server}`,
    path: (server) => `/settings/tool-servers?open=${server}`,
  },
  webhook_failing: ofWebhooks((host) => `Webhooks to ${host} have failed for a day`),
  webhook_off: ofWebhooks((host) => `Webhooks to ${host} were switched off after five days of failures`),
  webhook_gone: ofWebhooks((host) => `Webhooks to ${host} were switched off: it responded 410 Gone`),
} as const satisfies Record<string, Row>

export type Happening = keyof typeof rows

export const happenings: Readonly<Record<Happening, Row>> = rows

/** The columns that make up a line's sentence and link. */
interface Line {
  happening: string
  thing: string | null
  words: string
  count: number
}

/** The sentence of a line, without a full stop. */
export function sentenceOf({ happening, words, count }: Omit<Line, "thing">): string {
  const { one, many } = happenings[happening as Happening]
  const said: string[] = JSON.parse(words)
  return count === 1 ? one(said) : many(count, said)
}

export function happeningPath({ happening, thing, count }: Omit<Line, "words">): string {
  return happenings[happening as Happening].path(thing ?? "", count)
}
