// The endpoints: addresses to which a workspace's events are sent.

export { changeEndpoint } from "./change-endpoint.ts"
export { lockOwnEndpoint, noSuchEndpoint, ownEndpoint, webhooksAreOff } from "./endpoint.ts"
export { isOwnAddress } from "./endpoint-input.ts"
export { unsealWebhook } from "./endpoint-keys.ts"
export {
  changeEndpointRow,
  deleteEndpointRow,
  type EndpointHealth,
  type EndpointKey,
  type EndpointRow,
  emptyWebhooks,
  findWorkspaceBySlug,
  listEndpointRows,
  listWorkingKeys,
  lockEndpointRow,
  updateHealth,
} from "./endpoint-store.ts"
export { listEndpoints } from "./list-endpoints.ts"
export { makeEndpoint } from "./make-endpoint.ts"
export { noteWebhookChange } from "./note-webhook-change.ts"
export { openListeningEndpoint } from "./open-listening-endpoint.ts"
export { removeEndpoint } from "./remove-endpoint.ts"
export { revealEndpointSecret } from "./reveal-endpoint-secret.ts"
export { rotateEndpointSecret } from "./rotate-endpoint-secret.ts"
export { sealedWebhooks } from "./sealed-columns.ts"
export { giveUpOpen, isSendable, raiseHeads } from "./strand-store.ts"
export { hasBegun, missedMs, readTypes, updateWanted } from "./wanted-store.ts"
