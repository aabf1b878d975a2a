import { Button } from "../../kit/button.tsx"
import { When } from "../../kit/when.tsx"
import { useRead } from "../ask.ts"
import { mayAs } from "../console-data.ts"
import { Empty, View as Frame } from "../ui/page.tsx"
import { AddressButton } from "../ui/panels/address-button.tsx"
import { AddressPanel } from "../ui/panels/address-panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { ChannelSheet } from "./channel-sheet.tsx"
import { Commands } from "./commands.tsx"

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
