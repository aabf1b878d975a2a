import { Unfold } from "../../kit/unfold.tsx"
import type { AnswerOf } from "../ask.ts"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"

const kinds = [
  { value: "jwt", label: "JWT token" },
  { value: "oauth", label: "OAuth access token, with the scope bot:read" },
] as const

interface Props {
  channel: AnswerOf<"get-channel">["channel"]
  onClose(): void
}

/** Connects a channel, replaces the connected one, or disconnects it. */
export function ChannelSheet({ channel, onClose }: Props) {
  return (
    <>
      {channel && <p>To connect another channel, or this one with a new token, fill in both.</p>}
      <Connect onClose={onClose} />
      {channel && <Disconnect name={channel.channelName} onClose={onClose} />}
    </>
  )
}

function Connect({ onClose }: Pick<Props, "onClose">) {
  const connect = useChange("connect-channel", {
    makesStale: ["get-channel", "list-streamelements-commands"],
    isForm: true,
    onDone: ({ channelName }) => {
      toast({ tone: "good", title: `${channelName} is connected.` })
      onClose()
    },
  })
  const plain = { autoCapitalize: "none", autoComplete: "off", spellCheck: false, required: true }
  return (
    <ActionForm
      change={connect}
      submit="Connect"
      toInput={({ channel = "", tokenKind, token = "" }) => ({
        channel,
        tokenKind: tokenKind as (typeof kinds)[number]["value"],
        token,
      })}
    >
      <TextInput
        name="channel"
        label="Channel"
        description="Its name, as in the address of its StreamElements page, or its id."
        {...plain}
      />
      <SelectInput name="tokenKind" label="Kind of token" defaultValue="jwt" options={kinds} />
      <TextInput name="token" label="Token" description={<WhereTheTokenIs />} type="password" {...plain} />
    </ActionForm>
  )
}

function WhereTheTokenIs() {
  return (
    <>
      StreamElements shows the JWT token in its dashboard: open your profile, then{" "}
      <a href="https://streamelements.com/dashboard/account/channels" target="_blank" rel="noreferrer">
        Channels
      </a>
      , and choose Show secrets. It is tried at once, kept sealed, used only to read the commands, and never shown
      again.
    </>
  )
}

function Disconnect({ name, onClose }: { name: string; onClose(): void }) {
  const disconnect = useChange("disconnect-channel", {
    makesStale: ["get-channel"],
    isForm: true,
    onDone: ({ channelName }) => {
      toast({ tone: "good", title: `${channelName} is disconnected, and its token forgotten.` })
      onClose()
    },
  })
  return (
    <Unfold label="Disconnect" about={name}>
      <p>Its commands are no longer shown here, and its token is forgotten. On StreamElements nothing changes.</p>
      <ActionForm change={disconnect} submit="Yes, disconnect it" tone="danger" toInput={() => ({})} />
    </Unfold>
  )
}
