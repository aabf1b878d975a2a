/** Everything that runs after a commit, and what each kind carries. The handlers are in `jobs/jobs.ts`. */
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
  /** Fetches a member's stream plan anew; does nothing when it is not due. */
  "refresh-stream-plan": { planId: string }
  /** Tells the maker of an upload link what came in. */
  "mail-upload": { linkId: string }
  /** Makes the file of an upload whose last byte has arrived, should the request that brought it have died. */
  "finish-upload": { uploadId: string }
  /** Removes the bytes of a file that is gone. */
  "remove-blob": { blobKey: string }
}

export type JobKind = keyof JobPayloads
