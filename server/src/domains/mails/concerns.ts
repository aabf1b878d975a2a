import type { ChangeKind } from "#contract/change-kinds.ts"
import type { JobKind } from "#jobs/jobs.ts"

export const buyerMails = ["mail-receipt", "mail-slow-refund", "mail-claim"] as const

export const isToBuyer = (kind: string): boolean => buyerMails.some((name) => name === kind)

/** The pages of a workspace that show the state of a mail, by its kind. */
export const shownOn: { readonly [Kind in JobKind]?: ChangeKind } = {
  "mail-receipt": "purchases",
  "mail-slow-refund": "purchases",
  "mail-claim": "purchases",
  "mail-invitation": "invitations",
}
