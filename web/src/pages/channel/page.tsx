import type { ChannelData } from "../../../../server/src/surfaces/pages/settings/data.ts"
import { Button } from "../../kit/button.tsx"
import { Column } from "../../kit/column.tsx"
import { FormRefusal } from "../../kit/form-refusal.tsx"
import { Frame } from "../../kit/frame.tsx"
import { Heading } from "../../kit/heading.tsx"
import { Section } from "../../kit/section.tsx"
import { SettingsLinks } from "../../kit/settings-links.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { Connect } from "./connect.tsx"

type Data = ChannelData

/** The StreamElements channel of a workspace. */
export function Page({ workspace, channel, manage, refusal }: Data) {
  return (
    <Frame width="narrow">
      <Column>
        <Heading
          above={<bdi>{workspace.name}</bdi>}
          below="With your StreamElements channel connected, members and their agents can list its chat commands."
        >
          Channel
        </Heading>
        <FormRefusal refusal={refusal} />
        {channel ? <Connected channel={channel} manage={manage} /> : <NotConnected manage={manage} />}
        {manage && <Connect form={manage.connect} isConnected={channel !== null} />}
        <SettingsLinks slug={workspace.slug} here="channel" />
      </Column>
    </Frame>
  )
}

function Connected({ channel, manage }: { channel: NonNullable<Data["channel"]>; manage: Data["manage"] }) {
  const { channelName, connectedAt } = channel
  return (
    <Section
      title={channelName}
      below={
        <>
          It is connected, since <When at={connectedAt} isDay />.
        </>
      }
    >
      {manage && (
        <Unfold label="Disconnect" about={channelName}>
          <TokenForm form={manage.disconnect}>
            <Button type="submit" variant="danger" size="sm">
              Yes, disconnect and forget the token
            </Button>
          </TokenForm>
        </Unfold>
      )}
    </Section>
  )
}

function NotConnected({ manage }: Pick<Data, "manage">) {
  return <Section title="No channel is connected" below={manage ? "Connect one below." : "An admin can connect one."} />
}
