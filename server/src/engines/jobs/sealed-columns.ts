import { sealedAnswers } from "#access/idempotency/idempotency-store.ts"
import { sealedHandles, sealedModelKeys } from "#domains/assistant/index.ts"
import { sealedTokens } from "#domains/chat-commands/index.ts"
import { sealedGiftCodes, sealedKeys } from "#domains/handover/index.ts"
import { sealedPushKey, sealedPushTargets } from "#domains/notifications/index.ts"
import { sealedPlans } from "#domains/team-time/index.ts"
import { sealedFlows, sealedPlaces, sealedToolTokens, sealedUrls } from "#domains/tool-servers/index.ts"
import { sealedWebhooks } from "#domains/webhooks/index.ts"
import type { SealedColumn } from "#storage/sealed-column.ts"

export const sealedColumns: readonly SealedColumn[] = [
  sealedKeys.secret,
  sealedKeys.webhook,
  sealedGiftCodes,
  ...Object.values(sealedPlans),
  sealedTokens,
  sealedPlaces,
  sealedUrls,
  sealedToolTokens,
  sealedFlows,
  sealedPushKey,
  sealedPushTargets,
  sealedAnswers,
  sealedHandles,
  sealedModelKeys,
  ...Object.values(sealedWebhooks),
]
