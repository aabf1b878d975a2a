import type { Selectable } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { emptiesAll } from "#storage/delete-rows.ts"
import type { Schema } from "#storage/schema.ts"

export type ChatChannelRow = Selectable<Schema["chat_channels"]>

export function findChatChannel(cx: Reading & Member): Promise<ChatChannelRow | undefined> {
  return cx.db.selectFrom("chat_channels").selectAll().where("workspace_id", "=", cx.workspaceId).executeTakeFirst()
}

/** Connects a channel, replacing the previous one. */
export async function putChatChannel(cx: Inside & Member, row: Omit<ChatChannelRow, "workspace_id">): Promise<void> {
  await cx.db
    .insertInto("chat_channels")
    .values({ ...row, workspace_id: cx.workspaceId })
    .onConflict((conflict) => conflict.column("workspace_id").doUpdateSet(row))
    .execute()
}

/** Disconnects the channel. Returns its name, or undefined when there was none. */
export async function removeChatChannel(cx: Inside & Member): Promise<string | undefined> {
  const row = await cx.db
    .deleteFrom("chat_channels")
    .where("workspace_id", "=", cx.workspaceId)
    .returning("channel_name")
    .executeTakeFirst()
  return row?.channel_name
}

export const emptyChannels = [emptiesAll("chat_channels")]
