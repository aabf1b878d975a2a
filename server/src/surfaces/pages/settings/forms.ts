import type { Action } from "#access/action.ts"
import { perform } from "#access/perform.ts"
import { connectChannel, disconnectChannel } from "#domains/chat-commands/index.ts"
import { endOlderWorkspaceConnections, endWorkspaceConnection } from "#domains/connections/index.ts"
import {
  attachDomain,
  changeRole,
  inviteMember,
  leaveWorkspace,
  removeDomain,
  removeMember,
  revokeInvitation,
} from "#domains/workspaces/index.ts"
import type { Form, Post } from "../form.ts"
import { inWorkspace, workspacePath } from "./in-workspace.ts"

type Settings = "members" | "domains" | "channel" | "connected-apps"

/** A form of a settings page: performs an action with the fields as its input, and goes back to the page. */
function settingsForm(
  page: Settings,
  { end, action }: { end: string; action: unknown },
  input: (post: Post) => object,
): Form {
  return {
    path: `${workspacePath}/settings/${page}${end}`,
    needs: "person",
    page,
    take: async (post) => {
      await perform({ app: post.app, caller: inWorkspace(post) }, action as Action, input(post))
      return { to: `/${encodeURIComponent(post.params.workspace ?? "")}/settings/${page}` }
    },
  }
}

/** The forms of a workspace's settings. */
export const settingsForms: readonly Form[] = [
  settingsForm("members", { end: "/invite", action: inviteMember }, ({ fields: { email, role } }) => ({ email, role })),
  settingsForm("members", { end: "/revoke-invitation", action: revokeInvitation }, ({ fields: { id } }) => ({ id })),
  settingsForm("members", { end: "/change-role", action: changeRole }, ({ fields: { account_id, role } }) => {
    return { accountId: account_id, role }
  }),
  settingsForm("members", { end: "/remove", action: removeMember }, ({ fields }) => ({ accountId: fields.account_id })),
  {
    path: `${workspacePath}/settings/members/leave`,
    needs: "person",
    page: "members",
    take: async (post) => {
      await perform({ app: post.app, caller: inWorkspace(post) }, leaveWorkspace, {})
      return { to: "/account" }
    },
  },
  settingsForm("domains", { end: "", action: attachDomain }, ({ fields: { domain } }) => ({ domain })),
  settingsForm("domains", { end: "/remove", action: removeDomain }, ({ fields: { id } }) => ({ id })),
  settingsForm("channel", { end: "", action: connectChannel }, ({ fields: { channel, token_kind, token } }) => {
    return { channel, tokenKind: token_kind, token }
  }),
  settingsForm("channel", { end: "/disconnect", action: disconnectChannel }, () => ({})),
  settingsForm("connected-apps", { end: "/:id/end", action: endWorkspaceConnection }, ({ params: { id } }) => ({ id })),
  settingsForm(
    "connected-apps",
    { end: "/:id/end-older", action: endOlderWorkspaceConnections },
    ({ params: { id } }) => ({ id }),
  ),
]
