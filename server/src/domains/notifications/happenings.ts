import type { Role } from "#access/roles.ts"
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
const toPayouts = () => "/settings/payouts"
const ofAccounts = { kind: "payment-account", tells: "admin", openMs: minuteMs, path: toPayouts } as const
const into = (folder = "") => (folder === "" ? "" : ` into ${folder}`)
const toApp = (id: string) => `/settings/connected-apps?open=${id}`
const toConversation = (conversation: string) => `/assistant/${conversation}`
const toDomains = () => "/settings/domains"

/** Every happening and its sentences. The words were written by people: they are data. */
const rows = {
  sold: {
    ...ofSales,
    kind: "sales",
    one: ([title, amount]) => (amount ? `Sold: ${title} for ${amount}` : `Handed over: ${title}`),
    many: (count, [title]) => `${count} sales, the last: ${title}`,
  },
  refunded: {
    ...ofSales,
    kind: "refunds",
    one: ([title]) => `Refunded: ${title}`,
    many: (count, [title]) => `${count} refunds, the last: ${title}`,
  },
  disputed: {
    ...ofSales,
    kind: "refunds",
    one: ([title]) => `Disputed by the buyer's bank: ${title}`,
    many: (count, [title]) => `${count} payments are disputed, the last: ${title}`,
  },
  inquired: {
    ...ofSales,
    kind: "refunds",
    one: ([title]) => `The buyer's bank asks about a payment: ${title}`,
    many: (count, [title]) => `Buyers' banks ask about ${count} payments, the last: ${title}`,
  },
  oversold: {
    ...ofSales,
    kind: "refunds",
    one: ([title]) => `Paid too late and being given back: ${title}`,
    many: (count, [title]) => `${count} payments came too late and are being given back, the last: ${title}`,
  },
  money_unclear: {
    kind: "unclear-money",
    tells: "admin",
    openMs: 60 * minuteMs,
    isMailedApart: true,
    one: () => "A payment has to be settled by hand",
    many: (count) => `${count} payments have to be settled by hand`,
    path: () => "/unclear-money",
  },
  account_stopped: {
    ...{ ...ofAccounts, isMailedApart: true },
    ...always("Your payment account has stopped: offers with a price are not for sale"),
  },
  account_ready: {
    ...{ ...ofAccounts, isMailedApart: true },
    ...always("Your payment account can sell again"),
  },
  hook_silent: {
    ...{ ...ofAccounts, openMs: 60 * minuteMs },
    ...always("Stripe's webhook is silent: payments are found up to ten minutes late"),
  },
  files_arrived: {
    kind: "uploads",
    tells: null,
    openMs: 10 * minuteMs,
    isMailedApart: true,
    one: ([folder]) => `A file came in through your upload link${into(folder)}`,
    many: (count, [folder]) => `${count} files came in through your upload link${into(folder)}`,
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
  domain_failing: {
    kind: "domains",
    tells: "admin",
    openMs: minuteMs,
    one: ([hostname]) => `The DNS records of ${hostname} are missing: it stops in three days`,
    many: (_count, [hostname]) => `The DNS records of ${hostname} are missing: it stops in three days`,
    path: toDomains,
  },
  domain_stopped: {
    kind: "domains",
    tells: "admin",
    openMs: minuteMs,
    one: ([hostname]) => `${hostname} has stopped: its DNS records were missing for three days`,
    many: (_count, [hostname]) => `${hostname} has stopped: its DNS records were missing for three days`,
    path: toDomains,
  },
  member_joined: {
    kind: "members",
    tells: "admin",
    openMs: 10 * minuteMs,
    one: ([name]) => `${name} joined`,
    many: (count, [name]) => `${count} people joined, the last: ${name}`,
    path: () => "/team",
  },
  app_connected: {
    kind: "apps",
    tells: "admin",
    openMs: 10 * minuteMs,
    one: ([app, member]) => `${member} connected ${app}`,
    many: (count, [app]) => `${count} apps were connected, the last: ${app}`,
    path: (grant, count) => (count === 1 ? toApp(grant) : "/settings/connected-apps"),
  },
  own_agent_wrote: {
    kind: "agents",
    tells: null,
    openMs: 60 * minuteMs,
    one: ([app]) => `${app} wrote here for you`,
    many: (count, [app]) => `${app} wrote here ${count} times for you`,
    path: toApp,
  },
  agent_wrote: {
    kind: "agents",
    tells: "admin",
    openMs: 60 * minuteMs,
    one: ([app, member]) => `${app} wrote here for ${member}`,
    many: (count, [app, member]) => `${app} wrote here ${count} times for ${member}`,
    path: toApp,
  },
  assistant_asks: {
    kind: "assistant",
    tells: null,
    openMs: 10 * minuteMs,
    one: () => "The assistant needs your answer",
    many: (count) => `The assistant needs your answer to ${count} things`,
    path: toConversation,
  },
  assistant_done: {
    kind: "assistant",
    tells: null,
    openMs: 10 * minuteMs,
    one: () => "The assistant is done",
    many: (count) => `The assistant is done with ${count} things`,
    path: toConversation,
  },
  tools_changed: {
    kind: "tool-servers",
    tells: "admin",
    openMs: 60 * minuteMs,
    one: ([server]) => `A tool of ${server} is another than it was, and waits for your review`,
    many: (count, [server]) => `${count} tools of ${server} are others than they were, and wait for your review`,
    path: (server) => `/settings/tool-servers?open=${server}`,
  },
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
export function sentenceOf({ happening, words, count }: Line): string {
  const { one, many } = happenings[happening as Happening]
  const said: string[] = JSON.parse(words)
  return count === 1 ? one(said) : many(count, said)
}

export function happeningPath({ happening, thing, count }: Line): string {
  return happenings[happening as Happening].path(thing ?? "", count)
}
