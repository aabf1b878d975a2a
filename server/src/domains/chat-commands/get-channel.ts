import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { chatChannel, toChatChannel } from "./chat-channel.ts"
import { findChatChannel } from "./chat-channel-store.ts"

export const getChannel = workspaceAction("viewer", "console", {
  input: z.object({}),
  output: z.object({ channel: chatChannel.optional() }),
  async run(cx) {
    const row = await findChatChannel(cx)
    return row ? { channel: toChatChannel(row) } : {}
  },
})
