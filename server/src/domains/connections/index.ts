export { type AuditEntry, insertAuditEntries, insertAuditEntry } from "./audit-store.ts"
export { denyConsent } from "./deny-consent.ts"
export { endGrantsOfAccount, endGrantsOfMember } from "./end-grant.ts"
export { exchangeCode } from "./exchange-code.ts"
export { type Connection, findConnection } from "./find-connection.ts"
export { getConsent } from "./get-consent.ts"
export { grantConsent } from "./grant-consent.ts"
export * as lifetimes from "./lifetimes.ts"
export { listAuditEntries } from "./list-audit-entries.ts"
export { listConnections } from "./list-connections.ts"
export { refreshTokens } from "./refresh-tokens.ts"
export { revokeConnection, revokeOlderConnections } from "./revoke-connection.ts"
export { isScope } from "./scope-text.ts"
export { startAuthorization } from "./start-authorization.ts"
export { sweepConnections } from "./sweep-connections.ts"
export type { Issued, Refused } from "./tokens.ts"
export {
  endOlderWorkspaceConnections,
  endWorkspaceConnection,
  listWorkspaceConnections,
} from "./workspace-connections.ts"
