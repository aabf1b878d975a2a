import type { Retention } from "#access/retention-store.ts"
import { accountRetention } from "#domains/accounts/index.ts"
import { assetRetention } from "#domains/assets/index.ts"
import { assistantRetention, emptyAssistant, sealedHandles, sealedModelKeys } from "#domains/assistant/index.ts"
import { emptyChannels, sealedTokens } from "#domains/chat-commands/index.ts"
import { connectionRetention } from "#domains/connections/index.ts"
import { docRetention, emptyDocs } from "#domains/docs/index.ts"
import { emptyDrive, emptyDriveStorage, shareRetention, uploadLinkRetention } from "#domains/drive/index.ts"
import { emptyOffers, handoverRetention, isSettled, sealedGiftCodes, sealedKeys } from "#domains/handover/index.ts"
import { clickRetention, emptyClicks, emptyLinks, linkRetention } from "#domains/links/index.ts"
import { emptyMails, mailRetention } from "#domains/mails/index.ts"
import { notificationRetention, sealedPushKey, sealedPushTargets } from "#domains/notifications/index.ts"
import { reportRetention } from "#domains/operators/index.ts"
import { emptySellerPage } from "#domains/seller-pages/index.ts"
import { sealedPlans } from "#domains/team-time/index.ts"
import { sealedFlows, sealedPlaces, sealedToolTokens, sealedUrls } from "#domains/tool-servers/index.ts"
import { emptyWebhooks, sealedWebhooks, webhookRetention } from "#domains/webhooks/index.ts"
import { type Emptying, invitationRetention } from "#domains/workspaces/index.ts"
import type { SealedColumn } from "#storage/sealed-column.ts"

interface DomainHooks extends Emptying {
  /** The columns that are sealed again with a new key. */
  readonly sealed?: readonly SealedColumn[]
  /** How long its rows are kept. */
  readonly retention?: readonly Retention[]
}

/**
 * What must happen in every domain: a row for each. Workspaces are emptied in this order, in which no row is deleted
 * while another one refers to it. The domain `workspaces` itself empties them; tool servers end on demand.
 */
export const domainHooks: Readonly<Record<string, DomainHooks>> = {
  links: { empty: emptyLinks, emptyLast: emptyClicks, retention: [...linkRetention, ...clickRetention] },
  docs: { empty: emptyDocs, retention: docRetention },
  handover: {
    isSettled,
    empty: emptyOffers,
    sealed: [sealedKeys.secret, sealedKeys.webhook, sealedGiftCodes],
    retention: handoverRetention,
  },
  drive: { empty: emptyDrive, emptyLast: emptyDriveStorage, retention: [...shareRetention, ...uploadLinkRetention] },
  mails: { empty: emptyMails, retention: mailRetention },
  "chat-commands": { emptyLast: emptyChannels, sealed: [sealedTokens] },
  webhooks: { emptyLast: emptyWebhooks, sealed: Object.values(sealedWebhooks), retention: webhookRetention },
  "seller-pages": { emptyLast: emptySellerPage },
  assistant: { emptyLast: emptyAssistant, sealed: [sealedHandles, sealedModelKeys], retention: assistantRetention },
  "team-time": { sealed: Object.values(sealedPlans) },
  "tool-servers": { sealed: [sealedPlaces, sealedUrls, sealedToolTokens, sealedFlows] },
  notifications: { sealed: [sealedPushKey, sealedPushTargets], retention: notificationRetention },
  accounts: { retention: accountRetention },
  assets: { retention: assetRetention },
  connections: { retention: connectionRetention },
  live: {},
  operators: { retention: reportRetention },
  overview: {},
  previews: {},
  workspaces: { retention: invitationRetention },
}
