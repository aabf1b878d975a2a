import { Refused } from "../../api/call.ts"
import { Button } from "../../kit/button.tsx"
import { Refusal } from "../../kit/notice.tsx"
import { When } from "../../kit/when.tsx"
import { useRead } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { type TableColumn, textColumn } from "../ui/lists/columns.tsx"
import { ListView } from "../ui/lists/list-frame.tsx"
import { useList } from "../ui/lists/use-list.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { AddressButton, AddressPanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { ChannelSheet } from "./channel-sheet.tsx"
import { type Command, CommandSheet, statusOf } from "./command-sheet.tsx"

export function View() {
  const { go } = useAddress()
  const { data, isSuccess } = useRead("get-channel", {})
  const channel = data?.channel
  return (
    <Frame
      title="Chat commands"
      below={
        channel && (
          <>
            StreamElements channel <bdi>{channel.channelName}</bdi>, connected <When at={channel.connectedAt} isDay />
          </>
        )
      }
      actions={
        channel && mayAs("admin") && <AddressButton variant="default" label="Manage channel" to={{ channel: "1" }} />
      }
    >
      {channel && <Commands />}
      {isSuccess && !channel && <NotConnected onBegin={() => go({ channel: "1" })} />}
      {mayAs("admin") && (
        <AddressPanel by="channel" title={channel ? channel.channelName : "Connect channel"}>
          {(close) => <ChannelSheet channel={channel} onClose={close} />}
        </AddressPanel>
      )}
    </Frame>
  )
}

function NotConnected({ onBegin }: { onBegin(): void }) {
  return (
    <Empty title="No channel connected" action={mayAs("admin") && <Button onClick={onBegin}>Connect channel</Button>}>
      {mayAs("admin") ? "Connect" : "Ask an admin to connect"} StreamElements to see your bot’s commands here.
    </Empty>
  )
}

const columns: readonly TableColumn<Command>[] = [
  { title: "Command", width: "minmax(8rem, 1fr)", cell: ({ command }) => <bdi>!{command}</bdi> },
  textColumn("Response", ({ reply, description }) => reply ?? description, { width: "minmax(10rem, 3fr)" }),
  { title: "Access", width: "9rem", cell: ({ access }) => access.replaceAll("_", " ") },
  { title: "Status", width: "8rem", cell: statusOf, isWide: true },
]

const kinds = { label: "Command type", by: "kind", options: { "": "All", custom: "Custom", default: "Default" } }

/** The commands of the connected channel, at most a minute old. */
function Commands() {
  const { kind } = useAddress().search
  const isKind = kind === "custom" || kind === "default"
  const list = useList("list-streamelements-commands", { kind: isKind ? kind : undefined })
  if (list.error instanceof Refused && !list.isLoaded) return <Refusal error={list.error} />
  return (
    <ListView
      label="Chat commands"
      states={kinds}
      note={
        !list.isLoaded && (
          <p className="apart" role="status">
            Loading…
          </p>
        )
      }
      list={list}
      columns={columns}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      empty={<Empty title="No commands yet">New StreamElements commands appear within a minute.</Empty>}
      panel={{ title: ({ command }) => `!${command}`, content: (command) => <CommandSheet command={command} /> }}
    />
  )
}
