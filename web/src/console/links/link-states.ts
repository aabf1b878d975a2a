import type { AnswerOf } from "../calls.ts"

export type Link = AnswerOf<"browse-links">["links"][number]

/** The states of a link, as the list names them. */
export const linkStates: Readonly<Record<Link["state"], string>> = {
  active: "Active",
  expired: "Expired",
  limit_reached: "Limit reached",
  suspended: "Suspended",
  trashed: "In trash",
  domain_waiting: "Waits for domain",
  domain_removed: "Domain removed",
}
