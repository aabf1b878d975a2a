import { inBatches } from "#access/in-batches.ts"
import { sweepDueRuns } from "#domains/assistant/index.ts"
import { compactContents, settleContents } from "#domains/docs/index.ts"
import { countAll, sweepDriveTrash, sweepUploads } from "#domains/drive/index.ts"
import {
  endListings,
  enqueueListings,
  enqueueProcessorAccountPolls,
  enqueueStuckPurchases,
  isFileNeeded,
  mailForgottenReceipts,
  reviewUnclearMoney,
} from "#domains/handover/index.ts"
import { deleteUnusedTags, sumClickDays } from "#domains/links/index.ts"
import { sweepChanges } from "#domains/live/index.ts"
import { warnOfShortKeys } from "#domains/operators/index.ts"
import { enqueueDueStreamPlans } from "#domains/team-time/index.ts"
import { sweepToolServers } from "#domains/tool-servers/index.ts"
import { sweepWebhooks, wakeWebhooks } from "#domains/webhooks/index.ts"
import { domainSweepsPerMinute, emptyWorkspaces, recheckDomains } from "#domains/workspaces/index.ts"
import { shortKeysInAll } from "#kernel/ids.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { sweepCommitMarks } from "#storage/commit-store.ts"
import { domainHooks } from "./domain-hooks.ts"
import { resealAll } from "./reseal-store.ts"
import { retainedTables, sweepTables } from "./retention.ts"
import { sealedColumns } from "./sealed-columns.ts"
import type { Sweeper } from "./sweep.ts"

export const sweepers: readonly Sweeper[] = [
  ...retainedTables.map(
    (table): Sweeper => ({
      name: table,
      everyMs: 10 * minuteMs,
      run: (cx) => sweepTables(cx, table),
    }),
  ),
  { name: "stuck-purchases", everyMs: minuteMs, run: enqueueStuckPurchases },
  { name: "payment-accounts", everyMs: minuteMs, run: enqueueProcessorAccountPolls },
  { name: "found-sessions", everyMs: minuteMs, run: enqueueListings },
  { name: "ended-listings", everyMs: 60 * minuteMs, run: endListings },
  { name: "unclear-money", everyMs: minuteMs, run: reviewUnclearMoney },
  { name: "receipts", everyMs: 60 * minuteMs, run: mailForgottenReceipts },
  { name: "workspace-trash", everyMs: 60 * minuteMs, run: (cx) => emptyWorkspaces(cx, Object.values(domainHooks)) },
  { name: "domains", everyMs: minuteMs / domainSweepsPerMinute, run: recheckDomains },
  { name: "link-tags", everyMs: 60 * minuteMs, run: (cx) => inBatches(cx, deleteUnusedTags) },
  { name: "click-days", everyMs: 10 * minuteMs, run: sumClickDays },
  { name: "assistant-runs", everyMs: minuteMs, run: sweepDueRuns },
  { name: "older-keys", everyMs: 10 * minuteMs, run: (cx) => resealAll(cx, sealedColumns) },
  { name: "stream-plans", everyMs: minuteMs, run: enqueueDueStreamPlans },
  { name: "tool-servers", everyMs: minuteMs, run: sweepToolServers },
  { name: "webhooks-waiting", everyMs: minuteMs / 6, run: wakeWebhooks },
  { name: "webhooks", everyMs: 10 * minuteMs, run: sweepWebhooks },
  { name: "uploads", everyMs: 10 * minuteMs, run: sweepUploads },
  { name: "drive-trash", everyMs: 60 * minuteMs, run: (cx) => sweepDriveTrash(cx, isFileNeeded) },
  { name: "storage", everyMs: 10 * minuteMs, run: countAll },
  { name: "commit-marks", everyMs: minuteMs, run: (cx) => inBatches(cx, sweepCommitMarks) },
  { name: "changes", everyMs: 60 * minuteMs, run: sweepChanges },
  { name: "short-keys", everyMs: 60 * minuteMs, run: (cx) => warnOfShortKeys(cx, shortKeysInAll) },
  { name: "doc-contents", everyMs: minuteMs, run: settleContents },
  { name: "doc-logs", everyMs: 10 * minuteMs, run: compactContents },
]
