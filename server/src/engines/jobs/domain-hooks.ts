import type { EraseStep, MeasureStep } from "#access/domain-steps.ts"
import type { Retention } from "#access/retention-store.ts"
import { accountRetention, forgetIdentity } from "#domains/accounts/index.ts"
import { assetRetention } from "#domains/assets/index.ts"
import {
  assistantRetention,
  emptyAssistant,
  measureConversationBytes,
  sealedHandles,
  sealedModelKeys,
} from "#domains/assistant/index.ts"
import { emptyChannels, sealedTokens } from "#domains/chat-commands/index.ts"
import { connectionRetention, hideConnections } from "#domains/connections/index.ts"
import { docRetention, emptyDocs, measureDocBytes } from "#domains/docs/index.ts"
import { emptyDrive, emptyDriveStorage, shareRetention, uploadLinkRetention } from "#domains/drive/index.ts"
import { emptyOffers, handoverRetention, isSettled, sealedGiftCodes, sealedKeys } from "#domains/handover/index.ts"
import { clickRetention, emptyClicks, emptyLinks, linkRetention, measureLinkBytes } from "#domains/links/index.ts"
import { emptyMails, forgetMails, mailRetention } from "#domains/mails/index.ts"
import { forgetChoices, notificationRetention, sealedPushKey, sealedPushTargets } from "#domains/notifications/index.ts"
import { reportRetention } from "#domains/operators/index.ts"
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
import { emptyWebhooks, sealedWebhooks, webhookRetention } from "#domains/webhooks/index.ts"
import { type Emptying, forgetMemberships, invitationRetention } from "#domains/workspaces/index.ts"
import type { SealedColumn } from "#storage/sealed-column.ts"

interface DomainHooks extends Emptying {
  /** Forgets a person whose account is erased. What names them by their account's id stays. */
  readonly erase?: EraseStep
  readonly measure?: MeasureStep
  /** The columns that are sealed again with a new key. */
  readonly sealed?: readonly SealedColumn[]
  /** How long its rows are kept. */
  readonly retention?: readonly Retention[]
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
  links: {
    empty: emptyLinks,
    emptyLast: emptyClicks,
    measure: measureLinkBytes,
    retention: [...linkRetention, ...clickRetention],
  },
  docs: { empty: emptyDocs, measure: measureDocBytes, retention: docRetention },
  handover: {
    isSettled,
    empty: emptyOffers,
    sealed: [sealedKeys.secret, sealedKeys.webhook, sealedGiftCodes],
    retention: handoverRetention,
  },
  drive: { empty: emptyDrive, emptyLast: emptyDriveStorage, retention: [...shareRetention, ...uploadLinkRetention] },
  mails: { empty: emptyMails, erase: forgetMails, retention: mailRetention },
  workspaces: { erase: forgetMemberships, retention: invitationRetention },
  "chat-commands": { emptyLast: emptyChannels, sealed: [sealedTokens] },
  webhooks: { emptyLast: emptyWebhooks, sealed: Object.values(sealedWebhooks), retention: webhookRetention },
  "seller-pages": { emptyLast: emptySellerPage },
  assistant: {
    emptyLast: emptyAssistant,
    measure: measureConversationBytes,
    sealed: [sealedHandles, sealedModelKeys],
    retention: assistantRetention,
  },
  "team-time": { sealed: Object.values(sealedPlans) },
  notifications: { erase: forgetChoices, sealed: [sealedPushKey, sealedPushTargets], retention: notificationRetention },
  accounts: { erase: forgetIdentity, retention: accountRetention },
  connections: { erase: hideConnections, retention: connectionRetention },
  assets: { retention: assetRetention },
  live: {},
  operators: { retention: reportRetention },
  overview: {},
  previews: {},
}

const rows = Object.values(domainHooks)
export const measures: readonly MeasureStep[] = rows.flatMap(({ measure = [] }) => measure)
export const erasures: readonly EraseStep[] = rows.flatMap(({ erase = [] }) => erase)
