import { perform } from "#access/perform.ts"
import { roleCovers } from "#access/roles.ts"
import { getChannel } from "#domains/chat-commands/index.ts"
import { getOwnWorkspace } from "#domains/workspaces/index.ts"
import type { PageContent, Visit } from "../page.ts"
import type { ChannelData } from "./data.ts"
import { inWorkspace } from "./in-workspace.ts"

/** The StreamElements channel of a workspace, and the forms to connect one or to disconnect it. */
export async function loadChannel(visit: Visit): Promise<PageContent<ChannelData>> {
  const data = await channelData(visit)
  return {
    head: { title: `Channel of ${data.workspace.name}` },
    data,
  }
}

async function channelData(visit: Visit): Promise<ChannelData> {
  const { app, typed, formToken, refusal } = visit
  const caller = inWorkspace(visit)
  const workspace = await perform({ app, caller }, getOwnWorkspace, {})
  const { channel } = await perform({ app, caller }, getChannel, {})
  const path = `/${workspace.slug}/settings/channel`
  const manage = {
    connect: { action: path, formToken, channel: typed.channel ?? "", tokenKind: typed.token_kind ?? "jwt" },
    disconnect: { action: `${path}/disconnect`, formToken },
  }
  return {
    workspace,
    channel: channel ?? null,
    manage: roleCovers(workspace.role, "admin") ? manage : null,
    refusal,
  }
}
