import { emptyAssistant, sealedHandles, sealedModelKeys } from "#domains/assistant/index.ts"
import { emptyChannels, sealedTokens } from "#domains/chat-commands/index.ts"
import { emptyDocs } from "#domains/docs/index.ts"
import { emptyDrive, emptyDriveStorage } from "#domains/drive/index.ts"
import { emptyOffers, isSettled, sealedGiftCodes, sealedKeys } from "#domains/handover/index.ts"
import { emptyClicks, emptyLinks } from "#domains/links/index.ts"
import { emptyMails } from "#domains/mails/index.ts"
import { sealedPushKey, sealedPushTargets } from "#domains/notifications/index.ts"
import { emptySellerPage } from "#domains/seller-pages/index.ts"
import { sealedPlans } from "#domains/team-time/index.ts"
import { sealedFlows, sealedPlaces, sealedToolTokens, sealedUrls } from "#domains/tool-servers/index.ts"
import { emptyWebhooks, sealedWebhooks } from "#domains/webhooks/index.ts"
import type { Emptying } from "#domains/workspaces/index.ts"
import type { SealedColumn } from "#storage/sealed-column.ts"

interface DomainHooks extends Emptying {
  /** The columns that are sealed again with a new key. */
  readonly sealed?: readonly SealedColumn[]
}

/**
 * What must happen in every domain: a row for each. Workspaces are emptied in this order, in which no row is deleted
 * while another one refers to it. The domain `workspaces` itself empties them; tool servers end on demand.
 */
export const domainHooks: Readonly<Record<string, DomainHooks>> = {
  links: { empty: emptyLinks, emptyLast: emptyClicks },
  docs: { empty: emptyDocs },
  handover: { isSettled, empty: emptyOffers, sealed: [sealedKeys.secret, sealedKeys.webhook, sealedGiftCodes] },
  drive: { empty: emptyDrive, emptyLast: emptyDriveStorage },
  mails: { empty: emptyMails },
  "chat-commands": { emptyLast: emptyChannels, sealed: [sealedTokens] },
  webhooks: { emptyLast: emptyWebhooks, sealed: Object.values(sealedWebhooks) },
  "seller-pages": { emptyLast: emptySellerPage },
  assistant: { emptyLast: emptyAssistant, sealed: [sealedHandles, sealedModelKeys] },
  "team-time": { sealed: Object.values(sealedPlans) },
  "tool-servers": { sealed: [sealedPlaces, sealedUrls, sealedToolTokens, sealedFlows] },
  notifications: { sealed: [sealedPushKey, sealedPushTargets] },
  accounts: {},
  assets: {},
  connections: {},
  live: {},
  operators: {},
  overview: {},
  previews: {},
  workspaces: {},
}
