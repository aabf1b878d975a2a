import { perform } from "#access/perform.ts"
import { roleCovers } from "#access/roles.ts"
import { getChannel } from "#domains/chat-commands/index.ts"
import { getOwnWorkspace } from "#domains/workspaces/index.ts"
import { type Html, html } from "../transport/html.ts"
import { inWorkspace } from "./in-workspace.ts"
import type { PageContent, Visit } from "./page.ts"
import type { ChannelData } from "./people-page-data.ts"
import { plainForm, plainRefusal } from "./plain-form.ts"

/** The StreamElements channel of a workspace, and the forms to connect one or to disconnect it. */
export async function loadChannel(visit: Visit): Promise<PageContent<"channel">> {
  const data = await channelData(visit)
  const { workspace, channel, manage, refusal } = data
  const title = `Channel of ${workspace.name}`
  const stands = channel ? `${channel.channelName} is connected.` : "No StreamElements channel is connected."
  return {
    head: { title },
    data,
    plain: html`<h1>${title}</h1>${plainRefusal(refusal)}<p>${stands}</p>${
      manage ? plainForm(manage.connect, connectFields(manage.connect), "Connect") : ""
    }${manage && channel ? plainForm(manage.disconnect, html``, "Disconnect") : ""}`,
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

function connectFields({ channel, tokenKind }: { channel: string; tokenKind: string }): Html {
  const jwt = html`<option value="jwt">JWT token</option>`
  const oauth = html`<option value="oauth">OAuth access token</option>`
  return html`<label>Channel <input name="channel" value="${channel}" required></label><label>Kind of token <select name="token_kind">${
    tokenKind === "oauth" ? [oauth, jwt] : [jwt, oauth]
  }</select></label><label>Token <input type="password" name="token" autocomplete="off" required></label>`
}
