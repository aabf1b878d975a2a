export {
  extendOrEndLease,
  findSilence,
  type HookState,
  listHookStates,
  listSoon,
  noteHookMade,
  noteMissed,
  noteSilenceReported,
  takeLease,
} from "./hook-store.ts"
export {
  findNextDue,
  isFull,
  listDueEvents,
  markApplied,
  type PaymentEventRow,
  planEvent,
} from "./payment-event-store.ts"
export { enqueueEvents, enqueueWaiting, receivePaymentEvent, storeListedEvents } from "./receive-payment-event.ts"
