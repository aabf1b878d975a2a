import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { cursorsOf, notOurs } from "#kernel/cursor.ts"
import { pageEnd, toolListInput } from "#kernel/list-input.ts"
import { notConnected } from "./chat-channel.ts"
import { findChatChannel } from "./chat-channel-store.ts"
import { listCommandsOf } from "./command-cache.ts"
import { type ListedCommand, listedCommand } from "./listed-command.ts"

/** Lists the chat commands of the workspace's channel, at most a minute old. */
export const listStreamelementsCommands = workspaceAction("viewer", "workspace:read", {
  input: z.strictObject({
    kind: z
      .enum(["custom", "default"])
      .optional()
      .describe("`custom`: the channel's own commands; `default`: the bot's. Default: both."),
    ...toolListInput,
  }),
  output: z.object({
    channel: z.string().describe("The channel's name on StreamElements."),
    commands: z.array(listedCommand),
    ...pageEnd,
  }),
  async run(cx, { kind, limit, cursor }) {
    const channel = await findChatChannel(cx)
    if (!channel) throw notConnected(cx)
    const all = await listCommandsOf(cx, channel)
    const after = cursor === undefined ? "" : readPlace(cursor)
    const left = all.filter((command) => (kind === undefined || command.kind === kind) && placeOf(command) > after)
    const commands = left.slice(0, limit)
    const last = commands.at(-1)
    return {
      channel: channel.channel_name,
      commands,
      ...(last && left.length > limit && { nextCursor: cursors.write(placeOf(last)) }),
    }
  },
})

const cursors = cursorsOf("chat-commands")

/** The sort key of the list. */
const placeOf = ({ kind, id }: Pick<ListedCommand, "kind" | "id">) => `${kind}/${id}`

function readPlace(cursor: string): string {
  const place = cursors.read(cursor)
  if (!/^(custom|default)\/[\x21-\x7e]{1,64}$/.test(place)) throw notOurs()
  return place
}
