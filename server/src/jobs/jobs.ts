import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Everything that runs after a commit, and what each kind carries. The handlers are in `worker/jobs.ts`. */
export interface JobPayloads {
  /** Asks the processor about one purchase and brings our row up to date: fulfil, expire, fail. */
  "settle-purchase": { purchaseId: string }
  /** Works through one stored webhook event. */
  "apply-payment-event": { account: string; eventId: string }
  /** Gives the money back; runs until the processor has confirmed it. */
  "refund-purchase": { purchaseId: string }
  /** Ends a checkout session that can no longer be honoured. */
  "expire-session": { purchaseId: string }
  "mail-receipt": { purchaseId: string; resend: number }
  "mail-claim": { purchaseId: string; request: number }
  "mail-sign-in": { signInId: string }
  "mail-invitation": { invitationId: string }
  "mail-seller": { purchaseId: string; event: "sold" | "refunded" | "disputed" | "oversold" }
  /** Tells the seller, in one mail, of the sales of an hour in which many came. */
  "mail-sales": { workspaceId: WorkspaceId; windowAt: number }
  /** Tells the owners of a workspace, or (null) the operators, of unclear money that they have not been told of. */
  "mail-unclear-money": { workspaceId: WorkspaceId | null }
  /** Gives back the payment of a session that buys nothing. */
  "refund-unclear-money": { unclearId: string }
  /** Compares what an account's list of sessions says with our purchases. */
  "list-sessions": { account: string }
  /** Finds out what shall become of a session that we do not know, as the list describes it. */
  "adopt-session": FoundSession
  /** Fetches a member's stream plan anew; does nothing when it is not due. */
  "refresh-stream-plan": { planId: string }
  /** Tells the maker of an upload link what came in. */
  "mail-upload": { linkId: string }
  /** Makes the file of an upload whose last byte has arrived, should the request that brought it have died. */
  "finish-upload": { uploadId: string }
  /** Removes the bytes of a file that is gone. */
  "remove-blob": { blobKey: string }
}

/** What an account's list of sessions says of one. */
export interface FoundSession {
  account: string
  sessionId: string
  reference: string
  offerId: string
  amountCents: number
  currency: string
  /** Whether there is money in it, or on its way. */
  isPaid: boolean
  /** Epoch milliseconds. */
  foundAt: number
}

export type JobKind = keyof JobPayloads

/**
 * Which jobs share slots: however many wait or hang in one lane, those in another start at once. `awaited` is what
 * somebody sits before a screen for.
 */
export const laneOf = {
  "mail-sign-in": "awaited",
  "mail-claim": "awaited",
  "settle-purchase": "money",
  "apply-payment-event": "money",
  "refund-purchase": "money",
  "expire-session": "money",
  "refund-unclear-money": "money",
  "list-sessions": "money",
  "adopt-session": "money",
  "mail-receipt": "mail",
  "mail-seller": "mail",
  "mail-sales": "mail",
  "mail-unclear-money": "mail",
  "mail-invitation": "mail",
  "mail-upload": "mail",
  "refresh-stream-plan": "calendars",
  "finish-upload": "files",
  "remove-blob": "files",
} as const satisfies Record<JobKind, string>

export type Lane = (typeof laneOf)[JobKind]
