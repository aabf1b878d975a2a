// Sends what happens in a workspace to the endpoints of its developers.

export {
  countLateWebhooks,
  fanOutEvents,
  hearEvents,
  type Listened,
  openListener,
  sendHooks,
  sweepWebhooks,
  wakeWebhooks,
  webhookRetention,
} from "./deliveries/index.ts"
export {
  changeEndpoint,
  emptyWebhooks,
  listEndpoints,
  makeEndpoint,
  removeEndpoint,
  revealEndpointSecret,
  rotateEndpointSecret,
  sealedWebhooks,
} from "./endpoints/index.ts"
export { eventExample } from "./event-example.ts"
export { eventTable, payloadVersion } from "./event-table.ts"
export {
  getEndpointBacklog,
  getWebhookDelivery,
  listEndpointOutcomes,
  listWebhookDeliveries,
  sendFailedWebhooksAgain,
  sendWebhookAgain,
  switchOffEndpoint,
  switchOnEndpoint,
  testEndpoint,
} from "./upkeep/index.ts"
