import {
  connectChannel,
  disconnectChannel,
  getChannel,
  listStreamelementsCommands,
} from "#domains/chat-commands/index.ts"
import {
  endOlderWorkspaceConnections,
  endWorkspaceConnection,
  listWorkspaceConnections,
} from "#domains/connections/index.ts"
import { setLogo } from "#domains/drive/index.ts"
import {
  getTeamTime,
  getTeamWeek,
  getWorkingHours,
  removeDateOverride,
  setDateOverride,
  setStreamPlan,
  setWorkingHours,
} from "#domains/team-time/index.ts"
import {
  changeEndpoint,
  getEndpointBacklog,
  getWebhookDelivery,
  listEndpointOutcomes,
  listEndpoints,
  listWebhookDeliveries,
  makeEndpoint,
  removeEndpoint,
  revealEndpointSecret,
  rotateEndpointSecret,
  sendFailedWebhooksAgain,
  sendWebhookAgain,
  switchOffEndpoint,
  switchOnEndpoint,
  testEndpoint,
} from "#domains/webhooks/index.ts"
import {
  addSite,
  changeRole,
  changeSlug,
  editWorkspace,
  getOwnWorkspace,
  handOverWorkspace,
  inviteMember,
  leaveWorkspace,
  listInvitations,
  listMembers,
  removeLogo,
  removeMember,
  removeSite,
  revokeInvitation,
  trashWorkspace,
} from "#domains/workspaces/index.ts"
import type { ConsoleRow } from "./console-row.ts"
import { overviewInWords, workspaceAuditEntriesInWords } from "./tool-words.ts"

export const membersAndSettingsActions = {
  // Members
  "change-role": { does: changeRole, method: "POST" },
  "hand-over-workspace": { does: handOverWorkspace, method: "POST" },
  "invite-member": { does: inviteMember, method: "POST" },
  "leave-workspace": { does: leaveWorkspace, method: "POST" },
  "list-invitations": { does: listInvitations, method: "GET" },
  "list-members": { does: listMembers, method: "GET" },
  "remove-member": { does: removeMember, method: "POST" },
  "revoke-invitation": { does: revokeInvitation, method: "POST" },
  // Team time
  "get-team-time": { does: getTeamTime, method: "GET" },
  "get-team-week": { does: getTeamWeek, method: "GET" },
  "get-working-hours": { does: getWorkingHours, method: "GET" },
  "remove-date-override": { does: removeDateOverride, method: "POST" },
  "set-date-override": { does: setDateOverride, method: "POST" },
  "set-stream-plan": { does: setStreamPlan, method: "POST" },
  "set-working-hours": { does: setWorkingHours, method: "POST" },
  // Overview and settings
  "add-site": { does: addSite, method: "POST" },
  "change-slug": { does: changeSlug, method: "POST" },
  "edit-workspace": { does: editWorkspace, method: "POST" },
  "get-overview": { does: overviewInWords, method: "GET" },
  "get-own-workspace": { does: getOwnWorkspace, method: "GET" },
  "remove-logo": { does: removeLogo, method: "POST" },
  "remove-site": { does: removeSite, method: "POST" },
  "set-logo": { does: setLogo, method: "POST" },
  "trash-workspace": { does: trashWorkspace, method: "POST" },
  // Chat commands
  "connect-channel": { does: connectChannel, method: "POST" },
  "disconnect-channel": { does: disconnectChannel, method: "POST" },
  "get-channel": { does: getChannel, method: "GET" },
  "list-streamelements-commands": { does: listStreamelementsCommands, method: "GET" },
  // Connected apps
  "end-older-workspace-connections": { does: endOlderWorkspaceConnections, method: "POST" },
  "end-workspace-connection": { does: endWorkspaceConnection, method: "POST" },
  "list-workspace-audit-entries": { does: workspaceAuditEntriesInWords, method: "GET" },
  "list-workspace-connections": { does: listWorkspaceConnections, method: "GET" },
  // Webhooks
  "change-endpoint": { does: changeEndpoint, method: "POST" },
  "get-endpoint-backlog": { does: getEndpointBacklog, method: "GET" },
  "get-webhook-delivery": { does: getWebhookDelivery, method: "GET" },
  "list-endpoint-outcomes": { does: listEndpointOutcomes, method: "GET" },
  "list-endpoints": { does: listEndpoints, method: "GET" },
  "list-webhook-deliveries": { does: listWebhookDeliveries, method: "GET" },
  "make-endpoint": { does: makeEndpoint, method: "POST" },
  "remove-endpoint": { does: removeEndpoint, method: "POST" },
  "reveal-endpoint-secret": { does: revealEndpointSecret, method: "POST" },
  "rotate-endpoint-secret": { does: rotateEndpointSecret, method: "POST" },
  "send-failed-webhooks-again": { does: sendFailedWebhooksAgain, method: "POST" },
  "send-webhook-again": { does: sendWebhookAgain, method: "POST" },
  "switch-off-endpoint": { does: switchOffEndpoint, method: "POST" },
  "switch-on-endpoint": { does: switchOnEndpoint, method: "POST" },
  "test-endpoint": { does: testEndpoint, method: "POST" },
} as const satisfies Record<string, ConsoleRow>
