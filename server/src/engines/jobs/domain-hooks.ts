import type { EraseStep, MeasureStep } from "#access/domain-steps.ts"
import { forgetIdentity } from "#domains/accounts/index.ts"
import { emptyAssistant, measureConversationBytes, sealedHandles, sealedModelKeys } from "#domains/assistant/index.ts"
import { emptyChannels, sealedTokens } from "#domains/chat-commands/index.ts"
import { hideConnections } from "#domains/connections/index.ts"
import { emptyDocs, measureDocBytes } from "#domains/docs/index.ts"
import { emptyDrive, emptyDriveStorage } from "#domains/drive/index.ts"
import { emptyOffers, isSettled, sealedGiftCodes, sealedKeys } from "#domains/handover/index.ts"
import { emptyClicks, emptyLinks, measureLinkBytes } from "#domains/links/index.ts"
import { emptyMails, forgetMails } from "#domains/mails/index.ts"
import { forgetChoices, sealedPushKey, sealedPushTargets } from "#domains/notifications/index.ts"
import { emptySellerPage } from "#domains/seller-pages/index.ts"
import { sealedPlans } from "#domains/team-time/index.ts"
import {
  emptyToolServers,
  forgetToolSignIns,
  sealedFlows,
  sealedPlaces,
  sealedToolTokens,
  sealedUrls,
} from "#domains/tool-servers/index.ts"
import { emptyWebhooks, sealedWebhooks } from "#domains/webhooks/index.ts"
import { type Emptying, forgetMemberships } from "#domains/workspaces/index.ts"
import type { SealedColumn } from "#storage/sealed-column.ts"

interface DomainHooks extends Emptying {
  /** Forgets a person whose account is erased. What names them by their account's id stays. */
  readonly erase?: EraseStep
  readonly measure?: MeasureStep
  /** The columns that are sealed again with a new key. */
  readonly sealed?: readonly SealedColumn[]
}

/**
 * What must happen in every domain: a row for each. Workspaces are emptied in this order, in which no row is deleted
 * while another one refers to it. Accounts are erased in this order. The domain `workspaces` itself empties workspaces.
 */
export const domainHooks: Readonly<Record<string, DomainHooks>> = {
  "tool-servers": {
    emptyLast: emptyToolServers,
    erase: forgetToolSignIns,
    sealed: [sealedPlaces, sealedUrls, sealedToolTokens, sealedFlows],
  },
  links: { empty: emptyLinks, emptyLast: emptyClicks, measure: measureLinkBytes },
  docs: { empty: emptyDocs, measure: measureDocBytes },
  handover: { isSettled, empty: emptyOffers, sealed: [sealedKeys.secret, sealedKeys.webhook, sealedGiftCodes] },
  drive: { empty: emptyDrive, emptyLast: emptyDriveStorage },
  mails: { empty: emptyMails, erase: forgetMails },
  workspaces: { erase: forgetMemberships },
  "chat-commands": { emptyLast: emptyChannels, sealed: [sealedTokens] },
  webhooks: { emptyLast: emptyWebhooks, sealed: Object.values(sealedWebhooks) },
  "seller-pages": { emptyLast: emptySellerPage },
  assistant: { emptyLast: emptyAssistant, measure: measureConversationBytes, sealed: [sealedHandles, sealedModelKeys] },
  "team-time": { sealed: Object.values(sealedPlans) },
  notifications: { erase: forgetChoices, sealed: [sealedPushKey, sealedPushTargets] },
  accounts: { erase: forgetIdentity },
  connections: { erase: hideConnections },
  assets: {},
  live: {},
  operators: {},
  overview: {},
  previews: {},
}

const rows = Object.values(domainHooks)
export const measures: readonly MeasureStep[] = rows.flatMap(({ measure = [] }) => measure)
export const erasures: readonly EraseStep[] = rows.flatMap(({ erase = [] }) => erase)
