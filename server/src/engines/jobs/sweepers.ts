import { sweepIdempotencyKeys } from "#access/idempotency/idempotency-store.ts"
import { inBatches } from "#access/in-batches.ts"
import { sweepSignIns } from "#domains/accounts/index.ts"
import { sweepAssets } from "#domains/assets/index.ts"
import { sweepConversations, sweepDueRuns } from "#domains/assistant/index.ts"
import { sweepConnections } from "#domains/connections/index.ts"
import { compactContents, settleContents, sweepDocTrash } from "#domains/docs/index.ts"
import { countAll, sweepDriveTrash, sweepShareLinks, sweepUploads } from "#domains/drive/index.ts"
import {
  endListings,
  enqueueListings,
  enqueueProcessorAccountPolls,
  enqueueStuckPurchases,
  isFileNeeded,
  mailForgottenReceipts,
  reviewUnclearMoney,
  sweepHandover,
} from "#domains/handover/index.ts"
import {
  sumClickDays,
  sweepFormerLinkSlugs,
  sweepLinkDays,
  sweepLinkTags,
  sweepLinkTrash,
} from "#domains/links/index.ts"
import { sweepChanges } from "#domains/live/index.ts"
import { sweepMails } from "#domains/mails/index.ts"
import { sweepNotifications } from "#domains/notifications/index.ts"
import { sweepReports, warnOfShortKeys } from "#domains/operators/index.ts"
import { enqueueDueStreamPlans } from "#domains/team-time/index.ts"
import { sweepToolServers } from "#domains/tool-servers/index.ts"
import { sweepWebhooks, wakeWebhooks } from "#domains/webhooks/index.ts"
import {
  domainSweepsPerMinute,
  emptyWorkspaces,
  recheckDomains,
  sweepFormerSlugs,
  sweepInvitations,
} from "#domains/workspaces/index.ts"
import { shortKeysInAll } from "#kernel/ids.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { sweepCommitMarks } from "#storage/commit-store.ts"
import { sweepDeadJobs } from "./dead-job-store.ts"
import { domainHooks } from "./domain-hooks.ts"
import { resealAll } from "./reseal-store.ts"
import { sealedColumns } from "./sealed-columns.ts"
import type { Sweeper } from "./sweep.ts"

export const sweepers: readonly Sweeper[] = [
  { name: "stuck-purchases", everyMs: minuteMs, run: enqueueStuckPurchases },
  { name: "payment-accounts", everyMs: minuteMs, run: enqueueProcessorAccountPolls },
  { name: "found-sessions", everyMs: minuteMs, run: enqueueListings },
  { name: "ended-listings", everyMs: 60 * minuteMs, run: endListings },
  { name: "unclear-money", everyMs: minuteMs, run: reviewUnclearMoney },
  { name: "receipts", everyMs: 60 * minuteMs, run: mailForgottenReceipts },
  { name: "invitations", everyMs: 60 * minuteMs, run: sweepInvitations },
  { name: "former-slugs", everyMs: 60 * minuteMs, run: sweepFormerSlugs },
  { name: "workspace-trash", everyMs: 60 * minuteMs, run: (cx) => emptyWorkspaces(cx, Object.values(domainHooks)) },
  { name: "domains", everyMs: minuteMs / domainSweepsPerMinute, run: recheckDomains },
  { name: "sign-ins", everyMs: 10 * minuteMs, run: sweepSignIns },
  { name: "link-trash", everyMs: 60 * minuteMs, run: sweepLinkTrash },
  { name: "former-link-slugs", everyMs: 60 * minuteMs, run: sweepFormerLinkSlugs },
  { name: "link-tags", everyMs: 60 * minuteMs, run: sweepLinkTags },
  { name: "click-days", everyMs: 10 * minuteMs, run: sumClickDays },
  { name: "link-days", everyMs: 60 * minuteMs, run: sweepLinkDays },
  { name: "connections", everyMs: 10 * minuteMs, run: sweepConnections },
  { name: "assistant-runs", everyMs: minuteMs, run: sweepDueRuns },
  { name: "conversations", everyMs: 60 * minuteMs, run: sweepConversations },
  { name: "idempotency-keys", everyMs: 10 * minuteMs, run: sweepIdempotencyKeys },
  { name: "older-keys", everyMs: 10 * minuteMs, run: (cx) => resealAll(cx, sealedColumns) },
  { name: "stream-plans", everyMs: minuteMs, run: enqueueDueStreamPlans },
  { name: "tool-servers", everyMs: minuteMs, run: sweepToolServers },
  { name: "webhooks-waiting", everyMs: minuteMs / 6, run: wakeWebhooks },
  { name: "webhooks", everyMs: 10 * minuteMs, run: sweepWebhooks },
  { name: "uploads", everyMs: 10 * minuteMs, run: sweepUploads },
  { name: "share-links", everyMs: 60 * minuteMs, run: sweepShareLinks },
  { name: "drive-trash", everyMs: 60 * minuteMs, run: (cx) => sweepDriveTrash(cx, isFileNeeded) },
  { name: "storage", everyMs: 10 * minuteMs, run: countAll },
  { name: "assets", everyMs: 60 * minuteMs, run: sweepAssets },
  { name: "commit-marks", everyMs: minuteMs, run: (cx) => inBatches(cx, sweepCommitMarks) },
  { name: "handover", everyMs: 60 * minuteMs, run: sweepHandover },
  { name: "dead-jobs", everyMs: 60 * minuteMs, run: sweepDeadJobs },
  { name: "mails", everyMs: 60 * minuteMs, run: sweepMails },
  { name: "changes", everyMs: 60 * minuteMs, run: sweepChanges },
  { name: "notifications", everyMs: 60 * minuteMs, run: sweepNotifications },
  { name: "short-keys", everyMs: 60 * minuteMs, run: (cx) => warnOfShortKeys(cx, shortKeysInAll) },
  { name: "reports", everyMs: 60 * minuteMs, run: sweepReports },
  { name: "doc-contents", everyMs: minuteMs, run: settleContents },
  { name: "doc-logs", everyMs: 10 * minuteMs, run: compactContents },
  { name: "doc-trash", everyMs: 60 * minuteMs, run: sweepDocTrash },
]
