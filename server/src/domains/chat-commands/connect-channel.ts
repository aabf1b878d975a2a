import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { ServiceError } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import { chatChannel, sealChannelToken, toChatChannel } from "./chat-channel.ts"
import { putChatChannel } from "./chat-channel-store.ts"

/**
 * Connects the workspace's StreamElements channel, replacing any other. The token is tested on the channel, then
 * stored, sealed. Admins may.
 */
export const connectChannel = workspaceAction("admin", "console", {
  changes: ["channel"],
  input: z.object({
    channel: z
      .string()
      .trim()
      .regex(/^[\w.-]{1,60}$/, "must be a channel name or ID")
      .describe("The channel's name, as in the address of its StreamElements page, or its id."),
    tokenKind: z
      .enum(["jwt", "oauth"])
      .describe("`jwt` for the channel's JWT token, `oauth` for an OAuth 2.0 access token with the scope `bot:read`."),
    token: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{10,4000}$/, "must be a token without spaces")
      .describe("The token. StreamElements shows the JWT token under Profile, Channels, Show secrets."),
  }),
  output: chatChannel,
  async run(cx, { channel, tokenKind, token }) {
    const { id, name } = await cx.streamElements.findChannel(channel)
    try {
      await cx.streamElements.listCommands(id, { kind: tokenKind, token })
    } catch (error) {
      if (isRefusal(error)) throw tokenDoesNotFit()
      throw error
    }
    const connection = newId("channel")
    const row = {
      connection,
      channel_id: id,
      channel_name: name,
      token_kind: tokenKind,
      token_sealed: sealChannelToken(cx, connection, token),
      connected_at: cx.now(),
    }
    await cx.atomically((cx) => putChatChannel(cx, row))
    const { accountId, workspaceId, network } = cx
    recordSecurityEvent(cx, "channel_changed", { accountId, workspaceId, reason: "connected", network })
    return toChatChannel(row)
  },
})

const isRefusal = (error: unknown) => error instanceof Error && "code" in error && error.code === "conflict"

const tokenDoesNotFit = () =>
  new ServiceError("invalid_request", "Token does not work for this channel.", {
    hint: "Copy the token of this channel again, and check Token type.",
    field: "token",
  })
