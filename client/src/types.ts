/** Printed from `openapi.json` by `npm run docs`. */

export type Version = "2026-08-24"

/** Each operation: its route, what it takes, and what it answers. */
export interface Operations {
  /** Check whether a workspace slug is free */
  checkSlug: {
    route: "GET /api/onboard/check-slug"
    input: {
      /** The wanted slug, in any casing and punctuation. The rest of a longer one is cut. */
      slug: string
    }
    output: SlugCheck
  }
  /** Check a domain’s TXT record */
  checkDomain: {
    route: "POST /api/onboard/check-domain"
    input: CheckDomainRequest
    output: DomainCheck
  }
  /** Look up an offer */
  getOffer: {
    route: "GET /api/pay/{key}"
    input: {
      /** The offer's short key: the four characters of its pay link, `^[a-z0-9]{4}$`. */
      key: string
    }
    output: OfferLookup
  }
  /** Start a card checkout */
  startCheckout: {
    route: "POST /api/pay/{key}/checkout"
    input: {
      /** The offer's short key: the four characters of its pay link, `^[a-z0-9]{4}$`. */
      key: string
    } & StartCheckoutRequest
    output: CheckoutResult
  }
  /** Confirm a payment and get the delivery link */
  verifyPayment: {
    route: "POST /api/pay/{key}/verify"
    input: {
      /** The offer's short key: the four characters of its pay link, `^[a-z0-9]{4}$`. */
      key: string
    } & VerifyPaymentRequest
    output: VerifyResult
  }
  /** Redeem a gift code */
  redeemGift: {
    route: "POST /api/pay/{key}/gift"
    input: {
      /** The offer's short key: the four characters of its pay link, `^[a-z0-9]{4}$`. */
      key: string
    } & RedeemGiftRequest
    output: GiftResult
  }
  /** Draw a preview card */
  drawPreview: {
    route: "GET /api/og"
    input: {
      /** The card's title. Default: the service's name. */
      title?: string
      /** The line below the title. Default: `Creator Workspace Platform`. */
      description?: string
    }
    output: Blob
  }
}

/** The data of each type of event. */
export interface EventData {
  /** An offer was bought, also for nothing, and handed over. */
  "purchase.completed": PurchaseData
  /** All of the money went back to the buyer. */
  "purchase.refunded": PurchaseData
  /** A part of the money went back to the buyer. */
  "purchase.partially_refunded": PurchaseData
  /** The buyer disputes the payment at their bank. */
  "purchase.disputed": PurchaseData
  /** A dispute ended, and the seller has the money. */
  "purchase.dispute_won": PurchaseData
  /** A dispute ended, and the buyer has the money. */
  "purchase.dispute_lost": PurchaseData
  /** A payment came too late to deliver, and is refunded. */
  "purchase.paid_too_late": PurchaseData
  /** The buyer began to download the first file. */
  "delivery.opened": DeliveryData
  /** A member revoked access. After a refund, access ends as well. */
  "delivery.revoked": DeliveryData
  /** A member restored access. */
  "delivery.restored": DeliveryData
  /** A draft of an offer was created. */
  "offer.created": OfferData
  /** An offer's terms were changed, or a suspension was lifted. */
  "offer.updated": OfferData
  /** An offer is on sale. */
  "offer.published": OfferData
  /** An offer's sale was paused. */
  "offer.paused": OfferData
  /** A paused offer is on sale again. */
  "offer.resumed": OfferData
  /** An offer's sale was ended. */
  "offer.archived": OfferData
  /** An operator stopped an offer's sale. */
  "offer.suspended": OfferData
  /** Gift codes of the same terms were created, 200 at most. */
  "gift_code.created": GiftCodeData
  /** A gift code was disabled for good. */
  "gift_code.disabled": GiftCodeDisabledData
  /** A payment is unclear: its money waits for a decision or a refund. */
  "payment_issue.opened": PaymentIssueData
  /** A payment issue was settled. */
  "payment_issue.settled": PaymentIssueData
  /** A short link was created. */
  "link.created": LinkData
  /** A short link was changed. */
  "link.updated": LinkData
  /** A short link was moved to the trash, and no longer works. */
  "link.trashed": LinkData
  /** A short link was restored from the trash. */
  "link.restored": LinkData
  /** Several short links were created or changed at once. */
  "link.batch_changed": LinkBatchChangedData
  /** A doc was created or imported. */
  "doc.created": DocData
  /** A doc got a public link. */
  "doc.published": DocData
  /** A doc's public link ended. */
  "doc.unpublished": DocData
  /** A doc was moved to the trash. */
  "doc.trashed": DocData
  /** A doc was restored from the trash. */
  "doc.restored": DocData
  /** A file, or a folder with its files, was moved to the trash. */
  "file.trashed": FileData
  /** A file, or a folder with its files, was restored from the trash. */
  "file.restored": FileData
  /** A member made an upload link. */
  "upload_link.created": UploadLinkData
  /** A member ended an upload link. */
  "upload_link.revoked": UploadLinkData
  /** A file arrived through an upload link. */
  "upload_link.received": UploadLinkReceivedData
  /** A person accepted an invitation. */
  "member.joined": MemberData
  /** A member got another role. */
  "member.role_changed": MemberRoleChangedData
  /** A member left or was removed. */
  "member.left": MemberLeftData
  /** The workspace got another name, or another name in addresses. */
  "workspace.renamed": WorkspaceData
  /** An owner made another member owner. */
  "workspace.ownership_transferred": WorkspaceOwnershipTransferredData
  /** A domain is attached, or its missing records were found again. */
  "domain.verified": DomainData
  /** Records of an attached domain are missing. It is detached after three days. */
  "domain.failing": DomainData
  /** A domain was detached, since its records were missing for three days. */
  "domain.stopped": DomainData
  /** A member removed a domain. */
  "domain.removed": DomainData
  /** A member connected an app to the workspace. */
  "connection.created": ConnectionData
  /** A connected app can no longer reach the workspace. */
  "connection.ended": ConnectionEndedData
  /** A member tested the endpoint. Until the first test arrives, no other event is sent. */
  "webhook.test": WebhookData
}

/** The body of every error. */
export interface ErrorBody {
  error: ErrorDetail
}

/** What is wrong and what to do. */
export interface ErrorDetail {
  /** The kind of error; each status has its codes. */
  code: "invalid_request" | "not_found" | "conflict" | "rate_limited" | "internal_error" | "upstream_error"
  /** What is wrong, in whole sentences; names every invalid field. */
  message: string
  /** What to do, if there is something to do. */
  hint?: string
}

/** Whether a slug is free. */
export interface SlugCheck {
  /** Whether a workspace can have this slug. */
  available: boolean
  /** Why not: fewer than 3 usable characters, or a slug that is kept or taken. Absent when it is available. */
  reason?: "too_short" | "reserved"
}

/** The body of: Check a domain’s TXT record. */
export interface CheckDomainRequest {
  /** A bare hostname, such as `shop.example.com`; names in other scripts are taken too. */
  domain: string
}

/** Whether a domain shows who controls it. */
export interface DomainCheck {
  /** Whether the record is there. */
  verified: boolean
  /** The value of the TXT record to add at the domain itself, while it is not there. A name with a CNAME cannot have one: add the record first, or remove the CNAME for the check. */
  expectedRecord?: string
}

/** An offer, and the caller's relation to it. */
export interface OfferLookup {
  offer: Offer
  /** Whether the caller belongs to the seller's workspace. */
  isOwnWorkspace: boolean
  /** Whether the caller is signed in. */
  isSignedIn: boolean
}

/** What a seller offers for a price. */
export interface Offer {
  /** The offer's id. */
  id: string
  /** The offer's name inside the seller's workspace. */
  key: string
  title: string
  description: string | null
  /** The price in minor units of `currency`; 0 is free. */
  priceCents: number
  /** ISO 4217, in lower case. */
  currency: string
  /** The files that the buyer gets, in the seller's order. */
  files: ReadonlyArray<OfferFile>
  shortKey: string | null
  /** The pay page. */
  shortUrl: string | null
  sellerName: string
  sellerSlug: string | null
  /** Whether the offer can be bought now; false when it is sold out or paused. */
  purchasable: boolean
}

/** A file that the buyer gets. */
export interface OfferFile {
  /** The file's key; it opens nothing. */
  key: string
  name: string | null
}

/** The body of: Start a card checkout. */
export interface StartCheckoutRequest {
  /** Where the receipt and the delivery link go; at most 254 characters. */
  buyerEmail: string
  /** A partial-value gift code, 1 to 64 characters. Full-comp codes go to the gift endpoint. */
  giftCode?: string
}

/** A new checkout, or the purchase that the buyer already has. */
export type CheckoutResult = CheckoutSession | CheckoutDelivery

/** A card checkout has begun. */
export interface CheckoutSession {
  /** For the processor's payment form in the buyer's browser. */
  clientSecret: string
  /** Send it to verify. */
  sessionId: string
}

/** There is nothing to pay. */
export interface CheckoutDelivery {
  /** True when the address has a paid purchase; false when nothing was left to pay and it is complete now. */
  alreadyOwned: boolean
  /** The delivery link; for a caller who has not shown the purchase to be theirs, a page that mails it. */
  deliveryUrl: string
}

/** The body of: Confirm a payment and get the delivery link. */
export interface VerifyPaymentRequest {
  /** The checkout session's id, as checkout answered it. */
  sessionId: string
}

/** The status of a payment and of its purchase. */
export interface VerifyResult {
  /** Whether the payment was completed. */
  paid: boolean
  /** Whether the payment may still come; ask again then. */
  pending: boolean
  /** Whether the purchase was delivered. */
  fulfilled?: boolean
  /** The delivery link. From 24 hours after the payment on it is the claim page, which mails the link, unless the caller has shown the purchase to be theirs. Null when the delivery was ended. */
  deliveryUrl?: string | null
  /** Why a paid purchase could not be delivered. */
  error?: string
}

/** The body of: Redeem a gift code. */
export interface RedeemGiftRequest {
  /** The gift code, 1 to 64 characters; case and space around it do not matter. */
  code: string
  /** Where the receipt and the delivery link of a full-comp code go; at most 254 characters. */
  buyerEmail?: string
}

/** What a gift code is worth. */
export type GiftResult = GiftAmount | GiftFull

/** A partial-value code. Nothing has changed; send it with checkout. */
export interface GiftAmount {
  type: "amount"
  /** The discount in minor units. */
  discountCents: number
  /** The remaining price for checkout, in minor units. */
  remainingCents: number
}

/** A full-comp code. The purchase is complete. */
export interface GiftFull {
  type: "full"
  /** The delivery link. */
  deliveryUrl: string
}

/** An event, as it is posted. Ignore fields and types that you do not know. */
export interface EventEnvelope {
  /** The family and what happened. */
  type: string
  /** When it happened, in UTC. */
  timestamp: string
  /** The format of `data`: the newest when the endpoint was made. */
  version: string
  /** The event's id, the same in each try. Keep it to ignore repeats. */
  id: string
  /** The workspace in which it happened. */
  workspaceId: string
  /** The id of the thing that it is about. The events of one subject arrive in their order. */
  subject: string
  /** Two numbers that order all events of the workspace. There are gaps. */
  sequence: string
  /** The thing after the change. It depends on `type`. */
  data: Readonly<Record<string, unknown>>
}

export interface PurchaseData {
  id: string
  offerId: string
  /** The offer's title when it was bought. */
  title: string
  /** Null for a gift without an address. */
  buyerEmail: string | null
  /** At the end of the transaction that caused the event. */
  state: "created" | "open" | "pending_async" | "paid" | "fulfilled" | "fulfil_failed" | "expired" | "failed" | "refunding" | "refunded" | "disputed" | "comped"
  /** In minor units of `currency`, as all amounts. */
  priceCents: number
  /** What a gift code paid. */
  discountCents: number
  chargedCents: number
  refundedCents: number
  /** ISO 4217, in lower case. */
  currency: string
  giftCodeId: string | null
  /** The processor's name for the charge. */
  paymentId: string | null
  createdAt: string
  paidAt: string | null
  fulfilledAt: string | null
}

export interface DeliveryData {
  purchaseId: string
  offerId: string
  /** The offer's title when it was bought. */
  title: string
  buyerEmail: string | null
  isRevoked: boolean
  /** How many downloads of its files began. */
  downloads: number
}

export interface OfferData {
  id: string
  title: string
  state: "draft" | "published" | "paused" | "archived"
  /** An operator has stopped its sale. */
  isSuspended: boolean
  /** In minor units of `currency`. */
  priceCents: number
  /** ISO 4217, in lower case. */
  currency: string
  stockLimit: number | null
  /** Where buyers buy it. Null until it is first published. */
  payUrl: string | null
  createdAt: string
  updatedAt: string
}

export interface GiftCodeData {
  /** `amount` reduces the price by a balance; `full` covers all of it. */
  kind: "amount" | "full"
  /** The one offer that it is good for, or null for all. */
  offerId: string | null
  currency: string | null
  /** In minor units of `currency`; 0 for `full`. */
  balanceCents: number
  maxUses: number | null
  startsAt: string | null
  expiresAt: string | null
  createdAt: string
  ids: ReadonlyArray<string>
}

export interface GiftCodeDisabledData {
  /** `amount` reduces the price by a balance; `full` covers all of it. */
  kind: "amount" | "full"
  /** The one offer that it is good for, or null for all. */
  offerId: string | null
  currency: string | null
  /** In minor units of `currency`; 0 for `full`. */
  balanceCents: number
  maxUses: number | null
  startsAt: string | null
  expiresAt: string | null
  createdAt: string
  id: string
}

export interface PaymentIssueData {
  id: string
  purchaseId: string | null
  paymentId: string | null
  buyerEmail: string | null
  /** In minor units of `currency`. */
  amountCents: number
  /** ISO 4217, in lower case. */
  currency: string
  /** A sentence for people. */
  reason: string
  settledAs: "delivered" | "refunded" | "outside" | "unpaid" | null
  createdAt: string
  settledAt: string | null
}

export interface LinkData {
  id: string
  shortUrl: string
  /** The URL that visitors are sent to. */
  destination: string
  /** A note that visitors do not see. */
  title: string | null
  /** The link stops after this many clicks; null: unlimited. */
  clickLimit: number | null
  expiresAt: string | null
  /** Whether visitors' query parameters are added. */
  passesQuery: boolean
  /** The link's own state. An `active` link redirects as soon as its domain leads here. */
  state: "active" | "expired" | "limit_reached" | "suspended" | "trashed"
  createdAt: string
}

export interface LinkBatchChangedData {
  action: "imported" | "trashed" | "restored" | "expiry_set" | "tagged" | "untagged"
  /** How many links were changed. */
  count: number
  ids: ReadonlyArray<string>
}

export interface DocData {
  id: string
  title: string
  emoji: string | null
  /** Null while the doc has no public link. */
  publicUrl: string | null
  createdAt: string
  updatedAt: string
}

export interface FileData {
  /** Null where a whole folder was moved, with all that is in it. */
  file: { id: string; name: string; contentType: string; sizeBytes: number; folderId: string | null; createdAt: string } | null
  folder: { id: string; name: string } | null
}

export interface UploadLinkData {
  id: string
  /** Null for the top of the drive. */
  folderId: string | null
  maxFiles: number
  maxFileBytes: number
  expiresAt: string
  revokedAt: string | null
  createdAt: string
}

export interface UploadLinkReceivedData {
  uploadLinkId: string
  file: { id: string; name: string; contentType: string; sizeBytes: number; folderId: string | null; createdAt: string }
}

export interface MemberData {
  accountId: string
  email: string
  name: string | null
  role: "viewer" | "member" | "admin" | "owner"
}

export interface MemberRoleChangedData {
  accountId: string
  role: "viewer" | "member" | "admin" | "owner"
  formerRole: "viewer" | "member" | "admin" | "owner"
}

export interface MemberLeftData {
  accountId: string
  /** `erased`: the account was deleted. */
  reason: "left" | "removed" | "erased"
}

export interface WorkspaceData {
  name: string
  /** The workspace's name in addresses. */
  slug: string
  formerName: string
  formerSlug: string
}

export interface WorkspaceOwnershipTransferredData {
  fromAccountId: string
  toAccountId: string
}

export interface DomainData {
  id: string
  hostname: string
}

export interface ConnectionData {
  id: string
  /** The member who allowed it. */
  accountId: string
  /** The host of the app's redirect address, or `localhost`. */
  app: string
  scopes: ReadonlyArray<string>
}

export interface ConnectionEndedData {
  id: string
  accountId: string
  reason: string
}

export interface WebhookData {
  message: string
}
