export { insertAuditEntry, listAuditLines } from "./audit-store.ts"
export { insertCode } from "./code-store.ts"
export { announceConnection, connectionEvents } from "./connection-events.ts"
export { endGrant } from "./end-grant.ts"
export {
  findListedGrant,
  findOwnGrant,
  type GrantRow,
  insertGrant,
  type ListedGrant,
  leaveOut,
  listOwnGrants,
  selectListed,
} from "./grant-row-store.ts"
