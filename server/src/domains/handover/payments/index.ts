export { fulfilPurchase, obstacles, tryToFulfil } from "./fulfil-purchase.ts"
export { getCheckoutSession } from "./get-checkout-session.ts"
export { endingOf, isPaidBack, isRefundPending, judgeCheckoutSession } from "./judge-checkout-session.ts"
export { openCheckoutSession } from "./open-checkout-session.ts"
export { asking, processorAccountOf, processorFailed } from "./processor.ts"
export { hasUnclearMoney, listUnreported, maxRefundTries, startSilence } from "./reconcile-store.ts"
export { remakePurchase } from "./remake-purchase.ts"
export { announceUnclearMoney, reportPurchase, reportUnclearMoney } from "./report-unclear-money.ts"
export { requestRefund } from "./request-refund.ts"
export { applyCheckoutSession, endCheckoutSession, settlePurchase } from "./settle-purchase.ts"
export { abandonedAfterMs } from "./stuck-purchases.ts"
export { transition } from "./transition.ts"
export {
  type Finding,
  findUnclearMoney,
  findUnclearOf,
  isOnList,
  listCleared,
  listEntriesToMail,
  listUnclearRows,
  markEntriesMailed,
  type UnclearMoney,
  updateUnclearMoney,
} from "./unclear-money-store.ts"
