import type { Role } from "#access/roles.ts"
import { areaWords } from "#contract/words.ts"

/** The channels: the console, mail, and push to the browsers that a person switched on. */
export const channels = ["app", "mail", "push"] as const

export type NotificationChannel = (typeof channels)[number]

/** Who is notified by default: every recipient, only owners, or no one. */
type Until = "everybody" | "owners" | "nobody"

interface Kind extends Record<NotificationChannel, Until> {
  title: string
  /** A sentence for people about its cause and its recipients. */
  about: string
  /** The channels that cannot be switched. */
  fixed?: readonly NotificationChannel[]
}

const everywhere = { app: "everybody", mail: "everybody", push: "everybody" } as const
const mailsOwners = { ...everywhere, mail: "owners" } as const
const appOnly = { app: "everybody", mail: "nobody", push: "nobody" } as const

export const kinds = {
  mentions: { title: "Mentions", about: "Someone mentions you in a doc.", ...everywhere },
  sales: { title: "Sales", about: "Only owners get email by default.", ...mailsOwners },
  refunds: { title: "Refunds and disputes", about: "Only owners get email by default.", ...mailsOwners },
  "unclear-money": {
    title: areaWords.paymentIssues,
    about: "For admins. Owners always get email.",
    ...mailsOwners,
    fixed: ["mail"],
  },
  "payment-account": {
    title: "Payment account",
    about: "For admins. Owners always get email.",
    ...mailsOwners,
    fixed: ["mail"],
  },
  uploads: { title: "Uploads", about: "Someone uses your upload link.", ...everywhere },
  domains: { title: "Domains", about: "A custom domain starts or stops working. For admins.", ...everywhere },
  calendar: { title: "Calendar", about: "Your calendar can't be updated, or is again.", ...everywhere, push: "nobody" },
  members: { title: "New members", about: "Someone accepts an invitation. For admins.", ...appOnly },
  apps: { title: areaWords.connectedApps, about: "A member connects an app. For admins.", ...appOnly },
  agents: { title: "Changes by apps", about: "Your apps change something. Admins get all apps.", ...appOnly },
  assistant: {
    title: "Assistant",
    about: "It needs an answer, or finished a long task.",
    ...everywhere,
    mail: "nobody",
  },
  "tool-servers": { title: "Tool servers", about: "A tool needs review. For admins.", ...everywhere },
  webhooks: {
    title: "Webhooks",
    about: "An endpoint fails or was switched off. For admins.",
    ...everywhere,
    push: "owners",
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
