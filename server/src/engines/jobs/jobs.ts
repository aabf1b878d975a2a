import { mailPasskey, mailSignIn } from "#domains/accounts/index.ts"
import { finishUpload, mailUpload, removeBlob } from "#domains/drive/index.ts"
import {
  adoptCheckoutSession,
  applyPaymentEvents,
  dropCover,
  expireCheckoutSession,
  listCheckoutSessions,
  listEvents,
  mailClaim,
  mailPaymentAccount,
  mailReceipt,
  mailSales,
  mailSeller,
  mailSilentHook,
  mailSlowRefund,
  mailUnclearMoney,
  pollProcessorAccount,
  processRefund,
  refundUnclearMoney,
  removeHook,
  settlePurchase,
  tellSale,
  tellUnmailed,
} from "#domains/handover/index.ts"
import { mailNotification, pushNotification, tellNotifications } from "#domains/notifications/index.ts"
import { mailReports, mailShortKeys, mailSuspension } from "#domains/operators/index.ts"
import { refreshStreamPlan } from "#domains/team-time/index.ts"
import { fanOutEvents, sendHooks } from "#domains/webhooks/index.ts"
import { mailInvitation, mailWorkspace } from "#domains/workspaces/index.ts"
import type { Handlers } from "./run-job.ts"

/** Loaded with the first job of a tool server. */
const toolServers = () => import("#domains/tool-servers/on-demand.ts")

/** The handler of each kind of job. Each may run more than once, and twice at the same time. */
export const jobs: Handlers = {
  "settle-purchase": settlePurchase,
  "apply-payment-event": applyPaymentEvents,
  "refund-purchase": processRefund,
  "expire-session": expireCheckoutSession,
  "mail-receipt": mailReceipt,
  "mail-slow-refund": mailSlowRefund,
  "mail-claim": mailClaim,
  "tell-sale": tellSale,
  "tell-unmailed": tellUnmailed,
  "mail-seller": mailSeller,
  "mail-sales": mailSales,
  "mail-unclear-money": mailUnclearMoney,
  "mail-silent-hook": mailSilentHook,
  "refund-unclear-money": refundUnclearMoney,
  "list-sessions": listCheckoutSessions,
  "list-events": listEvents,
  "adopt-session": adoptCheckoutSession,
  "poll-account": pollProcessorAccount,
  "remove-hook": removeHook,
  "mail-payment-account": mailPaymentAccount,
  "mail-sign-in": mailSignIn,
  "mail-upload": mailUpload,
  "mail-notification": mailNotification,
  "tell-notifications": tellNotifications,
  "push-notification": pushNotification,
  "fan-out-events": fanOutEvents,
  "send-hooks": sendHooks,
  "send-late-hooks": sendHooks,
  "finish-upload": finishUpload,
  "drop-cover": dropCover,
  "remove-blob": removeBlob,
  "mail-passkey": mailPasskey,
  "mail-invitation": mailInvitation,
  "mail-workspace": mailWorkspace,
  "mail-reports": mailReports,
  "mail-short-keys": mailShortKeys,
  "mail-suspension": mailSuspension,
  "refresh-stream-plan": refreshStreamPlan,
  "refresh-tool-server": async (cx, job) => (await toolServers()).refreshToolServer(cx, job),
  "revoke-tool-token": async (cx, job) => (await toolServers()).revokeToolToken(cx, job),
}
