import type { AnswerOf } from "../../ask.ts"

export type ReportSubject = AnswerOf<"list-reports">["items"][number]["subject"]

export const subjectWords: Readonly<Record<ReportSubject["kind"], string>> = {
  link: "Link",
  offer: "Offer",
  workspace: "Workspace",
}

/** The reads that a suspension makes stale. */
export const aboutSuspensions = [
  "list-reports",
  "list-suspensions",
  "list-every-workspace",
  "get-operator-overview",
] as const
