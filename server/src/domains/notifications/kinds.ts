import type { Role } from "#access/roles.ts"

/** The ways in which people are told: in the console, by mail, and by the browsers that they switched on. */
export const channels = ["app", "mail", "push"] as const

export type Channel = (typeof channels)[number]

/** Whom a channel tells until they choose: everybody whom it concerns, the owners among them, or nobody. */
type Until = "everybody" | "owners" | "nobody"

interface Kind extends Record<Channel, Until> {
  title: string
  /** Who hears of it, in a sentence. */
  about: string
  /** The channels that nobody can change. */
  fixed?: readonly Channel[]
}

/** Everything that people can switch on and off, in the order in which they see it. */
export const kinds = {
  mentions: {
    title: "Mentions",
    about: "Somebody names you in a doc.",
    ...{ app: "everybody", mail: "everybody", push: "everybody" },
  },
  sales: {
    title: "Sales",
    about: "Something was sold or handed over. Until you choose, only owners are mailed.",
    ...{ app: "everybody", mail: "owners", push: "everybody" },
  },
  refunds: {
    title: "Refunds and disputes",
    about: "Money went back, or a buyer's bank asks for it. Until you choose, only owners are mailed.",
    ...{ app: "everybody", mail: "owners", push: "everybody" },
  },
  "unclear-money": {
    title: "Unclear money",
    about: "A payment has to be settled by hand. Admins hear of it; owners are always mailed.",
    ...{ app: "everybody", mail: "owners", push: "everybody" },
    fixed: ["mail"],
  },
  "payment-account": {
    title: "Payment account",
    about:
      "Something is wrong with the account that sales are charged on. Admins hear of it; owners are always mailed.",
    ...{ app: "everybody", mail: "owners", push: "everybody" },
    fixed: ["mail"],
  },
  uploads: {
    title: "Files that came in",
    about: "Somebody sent files through an upload link that you made.",
    ...{ app: "everybody", mail: "everybody", push: "everybody" },
  },
  domains: {
    title: "Domains",
    about: "A custom domain stops working. Admins hear of it.",
    ...{ app: "everybody", mail: "everybody", push: "everybody" },
  },
  members: {
    title: "New members",
    about: "Somebody accepted an invitation. Admins hear of it.",
    ...{ app: "everybody", mail: "nobody", push: "nobody" },
  },
  apps: {
    title: "Connected apps",
    about: "A member let an app act for them. Admins hear of it.",
    ...{ app: "everybody", mail: "nobody", push: "nobody" },
  },
  agents: {
    title: "What apps write",
    about: "An app of yours begins to write, or, for admins, anybody's. Further writes join the same line.",
    ...{ app: "everybody", mail: "nobody", push: "nobody" },
  },
  assistant: {
    title: "The assistant",
    about: "The assistant waits for your answer in one of your conversations, or is done with what took it long.",
    ...{ app: "everybody", mail: "nobody", push: "everybody" },
  },
  "tool-servers": {
    title: "Tool servers",
    about:
      "A tool of an attached server is new or was changed, and waits until an admin has seen it. Admins hear of it.",
    ...{ app: "everybody", mail: "everybody", push: "everybody" },
  },
} as const satisfies Record<string, Kind>

export type NotificationKind = keyof typeof kinds

const rows: Record<NotificationKind, Kind> = kinds

/** Every kind, for schemas. */
export const kindNames = Object.keys(kinds) as [NotificationKind, ...NotificationKind[]]

/** Whether a channel of a kind is the same for everybody. */
export const isFixed = (kind: NotificationKind, channel: Channel): boolean =>
  rows[kind].fixed?.includes(channel) ?? false

/** Whether somebody with this role is told of a kind by a channel, given what they chose. */
export function isTold(
  kind: NotificationKind,
  channel: Channel,
  { role, chosen }: { role: Role; chosen: "on" | "off" | null },
): boolean {
  if (chosen !== null && !isFixed(kind, channel)) return chosen === "on"
  const until = rows[kind][channel]
  return until === "everybody" || (until === "owners" && role === "owner")
}
