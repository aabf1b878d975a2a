export { sendToBrowser } from "./send-to-browser.ts"
export { listSubscriptionIds } from "./subscription-store.ts"
