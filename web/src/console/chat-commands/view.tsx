import { useQuery } from "@tanstack/react-query"
import { Button } from "../../kit/button.tsx"
import { When } from "../../kit/when.tsx"
import { readOf } from "../ask.ts"
import { mayAs } from "../here.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { ChannelSheet } from "./channel-sheet.tsx"
import { Commands } from "./commands.tsx"

export function View() {
  const { search, go } = useAddress()
  const { data, isSuccess } = useQuery(readOf("get-channel", {}))
  const channel = data?.channel
  const close = () => go({ channel: undefined })
  return (
    <Frame
      title="Chat commands"
      below={
        channel && (
          <>
            Of the StreamElements channel <bdi>{channel.channelName}</bdi>, connected{" "}
            <When at={channel.connectedAt} isDay />.
          </>
        )
      }
      actions={
        channel &&
        mayAs("admin") && (
          <Button variant="default" onClick={() => go({ channel: "1" })}>
            Channel
          </Button>
        )
      }
    >
      {channel && <Commands />}
      {isSuccess && !channel && <NotConnected onBegin={() => go({ channel: "1" })} />}
      {search.channel === "1" && mayAs("admin") && (
        <SidePanel title={channel ? channel.channelName : "Connect a channel"} onClose={close}>
          <ChannelSheet channel={channel} onClose={close} />
        </SidePanel>
      )}
    </Frame>
  )
}

function NotConnected({ onBegin }: { onBegin(): void }) {
  return (
    <Empty
      title="No channel is connected"
      action={mayAs("admin") && <Button onClick={onBegin}>Connect a channel</Button>}
    >
      Connect your StreamElements channel, and everybody here, and the agents that they connect, can look up what your
      bot answers to which command.
      {!mayAs("admin") && " An admin of the workspace can connect one."}
    </Empty>
  )
}
