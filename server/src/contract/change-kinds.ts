/** A kind names something on a page, not a table. The page reloads everything of that kind. */
export const changeKinds = [
  "assistant",
  "channel",
  "connections",
  "docs",
  "domains",
  "drive",
  "gift-codes",
  "invitations",
  "links",
  "members",
  "money",
  "notifications",
  "offers",
  "payment-accounts",
  "purchases",
  "seller-page",
  "share-links",
  "team-time",
  "tool-servers",
  "upload-links",
  "webhooks",
  "workspace",
] as const

export type ChangeKind = (typeof changeKinds)[number]
