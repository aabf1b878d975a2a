import type { Role } from "#access/roles.ts"

/** The channels: the console, mail, and push to the browsers that a person switched on. */
export const channels = ["app", "mail", "push"] as const

export type NotificationChannel = (typeof channels)[number]

/** Who is notified by default: every recipient, only owners, or no one. */
type Until = "everybody" | "owners" | "nobody"

interface Kind extends Record<NotificationChannel, Until> {
  title: string
  /** What causes it and who receives it, as people read it. */
  about: string
  /** The channels that cannot be switched. */
  fixed?: readonly NotificationChannel[]
}

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

export const kindNames = Object.keys(kinds) as [NotificationKind, ...NotificationKind[]]

export const isFixed = (kind: NotificationKind, channel: NotificationChannel): boolean =>
  rows[kind].fixed?.includes(channel) ?? false

/** Whether a member is notified. Uses the default of the kind when the member chose nothing or cannot choose. */
export function isNotified(
  kind: NotificationKind,
  channel: NotificationChannel,
  { role, chosen }: { role: Role; chosen: "on" | "off" | null },
): boolean {
  if (chosen !== null && !isFixed(kind, channel)) return chosen === "on"
  const until = rows[kind][channel]
  return until === "everybody" || (until === "owners" && role === "owner")
}
