import {
  addPasskey,
  editProfile,
  endOtherSessions,
  endSession,
  getProfile,
  listPasskeys,
  listSessions,
  removePasskey,
  renamePasskey,
} from "#domains/accounts/index.ts"
import { getConnection, listConnections, revokeConnection, revokeOlderConnections } from "#domains/connections/index.ts"
import { getBought, listBought } from "#domains/handover/index.ts"
import {
  chooseNotification,
  countNotifications,
  endPush,
  getNotificationSettings,
  getPush,
  listNotifications,
  readNotifications,
  renewPush,
  subscribeToPush,
  tryMailsAgain,
} from "#domains/notifications/index.ts"
import {
  acceptInvitation,
  createWorkspace,
  eraseAccount,
  getErasure,
  listWorkspaces,
} from "#domains/workspaces/index.ts"
import type { ConsoleRow } from "./console-row.ts"
import { auditEntriesInWords } from "./tool-words.ts"

export const accountActions = {
  // Profile and sign-ins
  "add-passkey": { does: addPasskey, method: "POST" },
  "edit-profile": { does: editProfile, method: "POST" },
  "end-other-sessions": { does: endOtherSessions, method: "POST" },
  "end-session": { does: endSession, method: "POST" },
  "erase-account": { does: eraseAccount, method: "POST" },
  "get-erasure": { does: getErasure, method: "GET" },
  "get-profile": { does: getProfile, method: "GET" },
  "list-passkeys": { does: listPasskeys, method: "GET" },
  "list-sessions": { does: listSessions, method: "GET" },
  "remove-passkey": { does: removePasskey, method: "POST" },
  "rename-passkey": { does: renamePasskey, method: "POST" },
  // Connected apps
  "get-connection": { does: getConnection, method: "GET" },
  "list-audit-entries": { does: auditEntriesInWords, method: "GET" },
  "list-connections": { does: listConnections, method: "GET" },
  "revoke-connection": { does: revokeConnection, method: "POST" },
  "revoke-older-connections": { does: revokeOlderConnections, method: "POST" },
  // Notifications
  "choose-notification": { does: chooseNotification, method: "POST" },
  "count-notifications": { does: countNotifications, method: "GET" },
  "end-push": { does: endPush, method: "POST" },
  "get-notification-settings": { does: getNotificationSettings, method: "GET" },
  "get-push": { does: getPush, method: "GET" },
  "list-notifications": { does: listNotifications, method: "GET" },
  "read-notifications": { does: readNotifications, method: "POST" },
  "renew-push": { does: renewPush, method: "POST", isOfWorker: true },
  "subscribe-to-push": { does: subscribeToPush, method: "POST" },
  "try-mails-again": { does: tryMailsAgain, method: "POST" },
  // Purchases
  "get-bought": { does: getBought, method: "GET" },
  "list-bought": { does: listBought, method: "GET" },
  // Workspaces
  "accept-invitation": { does: acceptInvitation, method: "POST" },
  "create-workspace": { does: createWorkspace, method: "POST" },
  "list-workspaces": { does: listWorkspaces, method: "GET" },
} as const satisfies Record<string, ConsoleRow>
