import type { Action } from "#access/action.ts"
import {
  editProfile,
  endOtherSessions,
  endSession,
  eraseAccount,
  getProfile,
  listPasskeys,
  listSessions,
  removePasskey,
  renamePasskey,
} from "#domains/accounts/index.ts"
import {
  connectChannel,
  disconnectChannel,
  getChannel,
  listStreamelementsCommands,
} from "#domains/chat-commands/index.ts"
import {
  endOlderWorkspaceConnections,
  endWorkspaceConnection,
  listAuditEntries,
  listConnections,
  listWorkspaceConnections,
  revokeConnection,
  revokeOlderConnections,
} from "#domains/connections/index.ts"
import { createDoc, getDoc, listTrashedDocs, restoreDoc, searchDocs, trashDoc } from "#domains/docs/index.ts"
import {
  createFolder,
  createUploadLink,
  editFolder,
  getStorage,
  listUploadLinks,
  restoreFile,
  restoreFolder,
  revokeUploadLink,
  searchDriveFiles,
  trashFile,
  trashFolder,
} from "#domains/drive/index.ts"
import {
  addOfferFile,
  archiveOffer,
  createGiftCode,
  createOffer,
  disableGiftCode,
  editOffer,
  getOwnOffer,
  getPurchase,
  listBought,
  listGiftCodes,
  listOffers,
  listOwnUnclearMoney,
  listPaymentAccounts,
  listPurchases,
  listUnclearMoney,
  orderOfferFiles,
  publishOffer,
  refundPurchase,
  removeOfferFile,
  removePaymentAccount,
  resendReceipt,
  restoreDelivery,
  revokeDelivery,
  setPaymentAccount,
  settleOwnUnclearMoney,
  settleUnclearMoney,
} from "#domains/handover/index.ts"
import { createLink, editLink, getLink, getLinkStats, listLinks, restoreLink, trashLink } from "#domains/links/index.ts"
import {
  getTeamTime,
  getWorkingHours,
  removeDateOverride,
  setDateOverride,
  setStreamPlan,
  setWorkingHours,
} from "#domains/team-time/index.ts"
import {
  acceptInvitation,
  attachDomain,
  changeRole,
  createWorkspace,
  getOwnWorkspace,
  inviteMember,
  leaveWorkspace,
  listDomains,
  listInvitations,
  listMembers,
  listWorkspaces,
  removeDomain,
  removeMember,
  revokeInvitation,
} from "#domains/workspaces/index.ts"

interface ConsoleRow {
  does: Action
  /** GET reads, POST changes. */
  method: "GET" | "POST"
}

/**
 * What the console can ask for, by the name in the address (`/console/<name>`). The page gets its types from here. What
 * takes or gives a stream or a picture has an address of its own.
 */
export const consoleActions = {
  // Your account
  "edit-profile": { does: editProfile, method: "POST" },
  "end-other-sessions": { does: endOtherSessions, method: "POST" },
  "end-session": { does: endSession, method: "POST" },
  "erase-account": { does: eraseAccount, method: "POST" },
  "get-profile": { does: getProfile, method: "GET" },
  "list-passkeys": { does: listPasskeys, method: "GET" },
  "list-sessions": { does: listSessions, method: "GET" },
  "remove-passkey": { does: removePasskey, method: "POST" },
  "rename-passkey": { does: renamePasskey, method: "POST" },
  // Chat commands
  "connect-channel": { does: connectChannel, method: "POST" },
  "disconnect-channel": { does: disconnectChannel, method: "POST" },
  "get-channel": { does: getChannel, method: "GET" },
  "list-streamelements-commands": { does: listStreamelementsCommands, method: "GET" },
  // Connected apps
  "end-older-workspace-connections": { does: endOlderWorkspaceConnections, method: "POST" },
  "end-workspace-connection": { does: endWorkspaceConnection, method: "POST" },
  "list-audit-entries": { does: listAuditEntries, method: "GET" },
  "list-connections": { does: listConnections, method: "GET" },
  "list-workspace-connections": { does: listWorkspaceConnections, method: "GET" },
  "revoke-connection": { does: revokeConnection, method: "POST" },
  "revoke-older-connections": { does: revokeOlderConnections, method: "POST" },
  // Docs
  "create-doc": { does: createDoc, method: "POST" },
  "get-doc": { does: getDoc, method: "GET" },
  "list-trashed-docs": { does: listTrashedDocs, method: "GET" },
  "restore-doc": { does: restoreDoc, method: "POST" },
  "search-docs": { does: searchDocs, method: "GET" },
  "trash-doc": { does: trashDoc, method: "POST" },
  // Drive
  "create-folder": { does: createFolder, method: "POST" },
  "create-upload-link": { does: createUploadLink, method: "POST" },
  "edit-folder": { does: editFolder, method: "POST" },
  "get-storage": { does: getStorage, method: "GET" },
  "list-upload-links": { does: listUploadLinks, method: "GET" },
  "restore-file": { does: restoreFile, method: "POST" },
  "restore-folder": { does: restoreFolder, method: "POST" },
  "revoke-upload-link": { does: revokeUploadLink, method: "POST" },
  "search-drive-files": { does: searchDriveFiles, method: "GET" },
  "trash-file": { does: trashFile, method: "POST" },
  "trash-folder": { does: trashFolder, method: "POST" },
  // Handovers
  "add-offer-file": { does: addOfferFile, method: "POST" },
  "archive-offer": { does: archiveOffer, method: "POST" },
  "create-gift-code": { does: createGiftCode, method: "POST" },
  "create-offer": { does: createOffer, method: "POST" },
  "disable-gift-code": { does: disableGiftCode, method: "POST" },
  "edit-offer": { does: editOffer, method: "POST" },
  "get-own-offer": { does: getOwnOffer, method: "GET" },
  "get-purchase": { does: getPurchase, method: "GET" },
  "list-bought": { does: listBought, method: "GET" },
  "list-gift-codes": { does: listGiftCodes, method: "GET" },
  "list-offers": { does: listOffers, method: "GET" },
  "list-own-unclear-money": { does: listOwnUnclearMoney, method: "GET" },
  "list-payment-accounts": { does: listPaymentAccounts, method: "GET" },
  "list-purchases": { does: listPurchases, method: "GET" },
  "list-unclear-money": { does: listUnclearMoney, method: "GET" },
  "order-offer-files": { does: orderOfferFiles, method: "POST" },
  "publish-offer": { does: publishOffer, method: "POST" },
  "refund-purchase": { does: refundPurchase, method: "POST" },
  "remove-offer-file": { does: removeOfferFile, method: "POST" },
  "remove-payment-account": { does: removePaymentAccount, method: "POST" },
  "resend-receipt": { does: resendReceipt, method: "POST" },
  "restore-delivery": { does: restoreDelivery, method: "POST" },
  "revoke-delivery": { does: revokeDelivery, method: "POST" },
  "set-payment-account": { does: setPaymentAccount, method: "POST" },
  "settle-own-unclear-money": { does: settleOwnUnclearMoney, method: "POST" },
  "settle-unclear-money": { does: settleUnclearMoney, method: "POST" },
  // Links
  "create-link": { does: createLink, method: "POST" },
  "edit-link": { does: editLink, method: "POST" },
  "get-link": { does: getLink, method: "GET" },
  "get-link-stats": { does: getLinkStats, method: "GET" },
  "list-links": { does: listLinks, method: "GET" },
  "restore-link": { does: restoreLink, method: "POST" },
  "trash-link": { does: trashLink, method: "POST" },
  // Team time
  "get-team-time": { does: getTeamTime, method: "GET" },
  "get-working-hours": { does: getWorkingHours, method: "GET" },
  "remove-date-override": { does: removeDateOverride, method: "POST" },
  "set-date-override": { does: setDateOverride, method: "POST" },
  "set-stream-plan": { does: setStreamPlan, method: "POST" },
  "set-working-hours": { does: setWorkingHours, method: "POST" },
  // Workspaces
  "accept-invitation": { does: acceptInvitation, method: "POST" },
  "attach-domain": { does: attachDomain, method: "POST" },
  "change-role": { does: changeRole, method: "POST" },
  "create-workspace": { does: createWorkspace, method: "POST" },
  "get-own-workspace": { does: getOwnWorkspace, method: "GET" },
  "invite-member": { does: inviteMember, method: "POST" },
  "leave-workspace": { does: leaveWorkspace, method: "POST" },
  "list-domains": { does: listDomains, method: "GET" },
  "list-invitations": { does: listInvitations, method: "GET" },
  "list-members": { does: listMembers, method: "GET" },
  "list-workspaces": { does: listWorkspaces, method: "GET" },
  "remove-domain": { does: removeDomain, method: "POST" },
  "remove-member": { does: removeMember, method: "POST" },
  "revoke-invitation": { does: revokeInvitation, method: "POST" },
} as const satisfies Record<string, ConsoleRow>

export type ConsoleActions = typeof consoleActions
