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
} as const satisfies Record<string, ConsoleRow>
