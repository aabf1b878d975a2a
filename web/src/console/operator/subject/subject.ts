import type { AnswerOf } from "../../ask.ts"

export type Subject = AnswerOf<"list-reports">["items"][number]["subject"]

/** What kind of thing it is, for the beginning of a line. */
export const kindWords: Readonly<Record<Subject["kind"], string>> = {
  link: "Link",
  offer: "Offer",
  workspace: "Workspace",
}

/** All that shows whether something is suspended, or what waits because of it. */
export const aboutSuspensions = [
  "list-reports",
  "list-suspensions",
  "list-every-workspace",
  "get-operator-overview",
] as const
