import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { notConnected } from "./chat-channel.ts"
import { removeChatChannel } from "./chat-channel-store.ts"

/** Deletes the workspace's StreamElements channel and its token. Admins may. */
export const disconnectChannel = workspaceAction("admin", "console", {
  changes: ["channel"],
  input: z.object({}),
  output: z.object({ channelName: z.string() }),
  async run(cx) {
    const channelName = await cx.atomically(removeChatChannel)
    if (channelName === undefined) throw notConnected(cx)
    const { accountId, workspaceId, network } = cx
    recordSecurityEvent(cx, "channel_changed", { accountId, workspaceId, reason: "disconnected", network })
    return { channelName }
  },
})
