// Actions of owners and admins on deliveries: look at them, test, switch off and on, send again.

export { getEndpointBacklog } from "./get-endpoint-backlog.ts"
export { getWebhookDelivery } from "./get-webhook-delivery.ts"
export { listEndpointOutcomes } from "./list-endpoint-outcomes.ts"
export { listWebhookDeliveries } from "./list-webhook-deliveries.ts"
export { sendFailedWebhooksAgain } from "./send-failed-webhooks-again.ts"
export { sendWebhookAgain } from "./send-webhook-again.ts"
export { switchOffEndpoint } from "./switch-off-endpoint.ts"
export { switchOnEndpoint } from "./switch-on-endpoint.ts"
export { testEndpoint } from "./test-endpoint.ts"
