export {
  endOlderWorkspaceConnections,
  endWorkspaceConnection,
  listWorkspaceConnections,
} from "./connected-apps/end-here.ts"
export { listAuditEntries } from "./connected-apps/list-audit-entries.ts"
export { listConnections } from "./connected-apps/list-connections.ts"
export { revokeConnection, revokeOlderConnections } from "./connected-apps/revoke-connection.ts"
export { denyConsent } from "./consent/deny-consent.ts"
export { getConsent } from "./consent/get-consent.ts"
export { grantConsent } from "./consent/grant-consent.ts"
export { startAuthorization } from "./consent/start-authorization.ts"
export * as lifetimes from "./lifetimes.ts"
export { isScope } from "./scope-text.ts"
export { type AuditEntry, insertAuditEntries, insertAuditEntry } from "./tokens/audit-store.ts"
export { endGrantsOfAccount, endGrantsOfMember } from "./tokens/end-grant.ts"
export { exchangeCode } from "./tokens/exchange-code.ts"
export { type Connection, findConnection } from "./tokens/find-connection.ts"
export { refreshTokens } from "./tokens/refresh-tokens.ts"
export { sweepConnections } from "./tokens/sweep-connections.ts"
export type { Issued, Refused } from "./tokens/tokens.ts"
