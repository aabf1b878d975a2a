import { z } from "zod"
import type { Member, Outside } from "#access/context.ts"
import type { ChannelToken } from "#adapters/stream-elements/port.ts"
import { pageUrl } from "#kernel/addresses.ts"
import { conflict, type ServiceError } from "#kernel/error.ts"
import { sealedColumn } from "#storage/sealed-column.ts"
import type { ChatChannelRow } from "./chat-channel-store.ts"

/** A connected channel for the console. Its token is never shown again. */
export const chatChannel = z.object({
  channelId: z.string(),
  channelName: z.string(),
  connectedAt: z.int().describe("Epoch milliseconds."),
})

export function toChatChannel(row: Omit<ChatChannelRow, "workspace_id">): z.output<typeof chatChannel> {
  return { channelId: row.channel_id, channelName: row.channel_name, connectedAt: row.connected_at }
}

type Keys = Pick<Outside, "keyring">

export const sealedTokens = sealedColumn({
  table: "chat_channels",
  field: "token",
  key: "connection",
  purpose: "chat-channel",
})

/** Seals a token, bound to its connection. */
export function sealChannelToken({ keyring }: Keys, connection: string, token: string): string {
  return keyring.seal(sealedTokens.purpose, sealedTokens.place(connection), token)
}

export function unsealChannelToken({ keyring }: Keys, row: ChatChannelRow): ChannelToken {
  const token = keyring.unseal(sealedTokens.purpose, sealedTokens.place(row.connection), row.token_sealed)
  return { kind: row.token_kind, token }
}

/** The refusal for a workspace without a channel. Its hint has the page where an admin connects one. */
export function notConnected({ addresses, workspace }: Member & Pick<Outside, "addresses">): ServiceError {
  const page = pageUrl({ addresses, workspace }, "/chat-commands")
  return conflict(
    "No StreamElements channel is connected.",
    `An admin can connect one at ${page}. Do not retry before that.`,
  )
}
