/**
 * What can change in a workspace, as a page that shows it is told. A kind names what a reader sees, not a table: the
 * page asks again for whatever it shows of that kind.
 */
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
  "share-links",
  "team-time",
  "tool-servers",
  "upload-links",
  "workspace",
] as const

export type ChangeKind = (typeof changeKinds)[number]
