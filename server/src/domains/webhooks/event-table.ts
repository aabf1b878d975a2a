import type { EventKind } from "#changes/note-event.ts"
import { memberEvents } from "#domains/accounts/index.ts"
import { connectionEvents } from "#domains/connections/index.ts"
import { docEvents } from "#domains/docs/index.ts"
import { fileEvents, uploadLinkEvents } from "#domains/drive/index.ts"
import {
  deliveryEvents,
  giftCodeEvents,
  offerEvents,
  paymentIssueEvents,
  purchaseEvents,
} from "#domains/handover/index.ts"
import { linkEvents } from "#domains/links/index.ts"
import { domainEvents, workspaceEvents } from "#domains/workspaces/index.ts"
import { webhookEvents } from "./webhook-events.ts"

/** Every type of event. Each is declared beside the rule that makes it true. */
export const eventTable: readonly EventKind[] = [
  purchaseEvents,
  deliveryEvents,
  offerEvents,
  giftCodeEvents,
  paymentIssueEvents,
  linkEvents,
  docEvents,
  fileEvents,
  uploadLinkEvents,
  memberEvents,
  workspaceEvents,
  domainEvents,
  connectionEvents,
  webhookEvents,
].flatMap((family) => Object.values<EventKind>(family))

/** The date of the payloads' format. A change that breaks receivers needs a new one. */
export const payloadVersion = "2026-12-01"
