import { toMailReason } from "../mail-reasons.ts"
import { areaWords } from "../words.ts"
import { type ConsoleRoute, given, list, read } from "./route.ts"

export const operatorRoutes: readonly ConsoleRoute[] = [
  {
    id: "operator/overview",
    path: "/",
    title: "Overview",
    group: areaWords.needsAttention,
    reads: () => [read("get-operator-overview"), read("get-sign-up"), read("get-mail-overview")],
  },
  {
    id: "operator/reports",
    path: "/reports",
    title: "Reports",
    group: areaWords.needsAttention,
    reads: ({ search: { closed } }) => [list("list-reports", { isClosed: closed === "yes" })],
  },
  {
    id: "operator/money",
    path: "/money",
    title: areaWords.paymentIssues,
    group: areaWords.needsAttention,
    reads: ({ search: { settled } }) => [list("list-unclear-money", { isSettled: settled === "yes" })],
  },
  {
    id: "operator/jobs",
    path: "/jobs",
    title: "Failed jobs",
    group: areaWords.needsAttention,
    reads: () => [list("list-dead-jobs")],
  },
  {
    id: "operator/mails",
    path: "/mails",
    title: "Emails",
    group: "Installation",
    reads: ({ search: { reason } }) => [
      read("get-mail-overview"),
      list("list-failed-mails", given({ reason: toMailReason(reason) })),
    ],
  },
  {
    id: "operator/workspaces",
    path: "/workspaces",
    title: "Workspaces",
    group: "Installation",
    reads: ({ search: { q, suspended } }) => [
      list("list-every-workspace", given({ query: q, isSuspended: suspended === "yes" || undefined })),
    ],
  },
  {
    id: "operator/sales",
    path: "/sales",
    title: "Sales",
    group: "Installation",
    reads: ({ search: { month } }) => [
      read("list-installation-sales", given({ month: month === "this" || month === "last" ? month : undefined })),
    ],
  },
  {
    id: "operator/suspensions",
    path: "/suspensions",
    title: "Suspensions",
    group: "Installation",
    reads: ({ search: { lifted } }) => [list("list-suspensions", { isLifted: lifted === "yes" })],
  },
  {
    id: "operator/sign-up",
    path: "/sign-up",
    title: "Sign-up",
    group: "Installation",
    reads: () => [read("get-sign-up")],
  },
]
