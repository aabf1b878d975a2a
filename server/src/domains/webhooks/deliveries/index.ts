// Brings events to endpoints, in the order of each subject.

export { askToFanOut, askToSend } from "./ask-to-send.ts"
export { type DueDelivery, withEvents } from "./due-store.ts"
export { fanOutEvents } from "./fan-out-events.ts"
export { countOpen } from "./fan-out-store.ts"
export { hearEvents } from "./hear-events.ts"
export { type Listened, openListener } from "./open-listener.ts"
export { isSuccess } from "./schedule.ts"
export { sendHooks } from "./send-hooks.ts"
export { writeHook } from "./sign-hook.ts"
export { sweepWebhooks, wakeWebhooks } from "./sweep-webhooks.ts"
export { countLateWebhooks, webhookRetention } from "./sweep-webhooks-store.ts"
