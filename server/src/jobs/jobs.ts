import type { WorkspaceId } from "#kernel/workspace-id.ts"

/**
 * The kinds of work that run after a commit, each with its payload. The handlers are in `engines/jobs/jobs.ts`. A job
 * without the `reader` of its mail enqueues one for each reader; what the mails are about was marked as mailed `at`.
 */
export interface JobPayloads {
  /** Asks the processor about one purchase and updates our row: paid, expired or failed. */
  "settle-purchase": { purchaseId: string }
  "apply-payment-event": { processorAccount: string }
  /** Refunds the payment, and retries until the processor has confirmed the refund. */
  "refund-purchase": { purchaseId: string }
  /** Closes a checkout session at the processor, so that it cannot be paid. */
  "expire-session": { purchaseId: string }
  /** Mails a buyer the state of their purchase since `at`; with `refundedCents`, that so much of it was refunded. */
  "mail-receipt": { purchaseId: string; resend: number; refundedCents?: number; at?: number }
  /** Mails a buyer that a refund started, if it is not done after a day. */
  "mail-slow-refund": { purchaseId: string }
  "mail-claim": { purchaseId: string; request: number }
  "mail-sign-in": { signInId: string }
  "mail-invitation": { invitationId: string }
  /** Mails a person that a passkey was added to their account. */
  "mail-passkey": { accountId: string; passkeyId: string; name: string; at: number }
  /** Mails the owners that their workspace was moved to the trash or has a new owner. */
  "mail-workspace": {
    reader?: string
    workspaceId: WorkspaceId
    event: "trashed" | "handed_over"
    byAccountId: string
    at: number
  }
  /** Notifies the sellers of a sale. `by` is the member who handed it over manually. */
  "tell-sale": { purchaseId: string; by: string | null }
  "mail-seller": {
    reader?: string
    purchaseId: string
    event: "sold" | "refunded" | "disputed" | "inquired" | "oversold"
  }
  /** Notifies the sellers that a mail to a buyer was refused or came back. */
  "tell-unmailed": { purchaseId: string; mailId: string }
  "mail-sales": { reader?: string; at?: number; workspaceId: WorkspaceId; windowAt: number }
  /** Enqueues the messages of the due notifications of one line name. */
  "tell-notifications": { workspaceId: WorkspaceId; line: string }
  "mail-notification": { notificationId: string }
  "push-notification": { notificationId: string; subscriptionId: string }
  /** Mails the owners of a workspace (null: the operators) about unclear money that no mail has announced. */
  "mail-unclear-money": { reader?: string; at?: number; workspaceId: WorkspaceId | null }
  "mail-silent-hook": { reader?: string; processorAccount: string; at: number }
  /** Mails the operators that most of the short keys are given away. */
  "mail-short-keys": { reader?: string; given: number; inAll: number }
  "mail-reports": { reader?: string; at?: number }
  /** Mails members that a suspension began or was lifted. */
  "mail-suspension": { reader?: string; suspensionId: string; isLifted: boolean }
  /** Refunds the payment of a checkout session that buys nothing. */
  "refund-unclear-money": { unclearId: string }
  "list-sessions": { processorAccount: string }
  /** Stores the events of a processor account that no webhook delivered. */
  "list-events": { processorAccount: string }
  "poll-account": { processorAccount: string }
  "remove-hook": { processorAccount: string }
  /** Mails the owners of a workspace (null: the operators) that their payment account stopped, or can sell again. */
  "mail-payment-account": {
    reader?: string
    processorAccount: string
    workspaceId: WorkspaceId | null
    state: "ready" | "stopped"
    at: number
  }
  /** Decides what to do with a listed checkout session that matches none of our purchases. */
  "adopt-session": FoundCheckoutSession
  "refresh-stream-plan": { planId: string }
  /** Compares a tool server's tools with the reviewed ones. */
  "refresh-tool-server": { serverId: string }
  "revoke-tool-token": { tokenId: string }
  /** Makes deliveries of a workspace's new events. */
  "fan-out-events": { workspaceId: WorkspaceId }
  /** Sends the due deliveries of an endpoint. */
  "send-hooks": { workspaceId: WorkspaceId; endpointId: string }
  /** The same for an endpoint that is slow or fails. */
  "send-late-hooks": { workspaceId: WorkspaceId; endpointId: string }
  /** Mails the creator of an upload link about the files that arrived. */
  "mail-upload": { linkId: string }
  /** Turns a complete upload into a file, in case the request that brought its last byte has died. */
  "finish-upload": { uploadId: string }
  /** Removes a cover, unless an offer uses it. */
  "drop-cover": { coverId: string }
  /** `isKeptNoLonger`: the time that deleted files are kept for restores is over. */
  "remove-blob": { blobKey: string; isKeptNoLonger?: true }
}

/** A checkout session in a processor account's list. */
export interface FoundCheckoutSession {
  processorAccount: string
  checkoutSessionId: string
  reference: string
  offerId: string
  amountCents: number
  currency: string
  /** Whether it was paid, or a payment is on its way. */
  isPaid: boolean
  /** Epoch milliseconds. */
  foundAt: number
}

export type JobKind = keyof JobPayloads

/** Each lane has its own slots, so that slow jobs do not delay others. A person waits for the jobs in `awaited`. */
export const laneOf = {
  "mail-sign-in": "awaited",
  "mail-claim": "awaited",
  "settle-purchase": "money",
  "apply-payment-event": "money",
  "refund-purchase": "money",
  "expire-session": "money",
  "refund-unclear-money": "money",
  "list-sessions": "money",
  "list-events": "money",
  "adopt-session": "money",
  "poll-account": "money",
  "remove-hook": "money",
  "mail-payment-account": "mail",
  "mail-receipt": "mail",
  "mail-slow-refund": "mail",
  "mail-seller": "mail",
  "mail-sales": "mail",
  "mail-unclear-money": "mail",
  "mail-silent-hook": "mail",
  "mail-invitation": "mail",
  "mail-passkey": "mail",
  "mail-workspace": "mail",
  "mail-reports": "mail",
  "mail-short-keys": "mail",
  "mail-suspension": "mail",
  "mail-upload": "mail",
  "mail-notification": "mail",
  "tell-sale": "push",
  "tell-unmailed": "push",
  "tell-notifications": "push",
  "push-notification": "push",
  "refresh-stream-plan": "calendars",
  "refresh-tool-server": "tools",
  "revoke-tool-token": "tools",
  "fan-out-events": "events",
  "send-hooks": "hooks",
  "send-late-hooks": "late-hooks",
  "finish-upload": "files",
  "drop-cover": "files",
  "remove-blob": "files",
} as const satisfies Record<JobKind, string>

export type Lane = (typeof laneOf)[JobKind]
