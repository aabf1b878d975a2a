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
            StreamElements channel <bdi>{channel.channelName}</bdi>, connected <When at={channel.connectedAt} isDay />
          </>
        )
      }
      actions={
        channel &&
        mayAs("admin") && (
          <Button variant="default" onClick={() => go({ channel: "1" })}>
            Manage channel
          </Button>
        )
      }
    >
      {channel && <Commands />}
      {isSuccess && !channel && <NotConnected onBegin={() => go({ channel: "1" })} />}
      {search.channel === "1" && mayAs("admin") && (
        <SidePanel title={channel ? channel.channelName : "Connect channel"} onClose={close}>
          <ChannelSheet channel={channel} onClose={close} />
        </SidePanel>
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
