import { Unfold } from "../../kit/unfold.tsx"
import { useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"

const kinds = [
  { value: "jwt", label: "JWT token" },
  { value: "oauth", label: "OAuth token (bot:read)" },
] as const

interface Props {
  channel: AnswerOf<"get-channel">["channel"]
  onClose(): void
}

/** Connects a channel, replaces the connected one, or disconnects it. */
export function ChannelSheet({ channel, onClose }: Props) {
  return (
    <>
      {channel && <p>Enter a channel and token to replace this connection.</p>}
      <Connect onClose={onClose} />
      {channel && <Disconnect name={channel.channelName} onClose={onClose} />}
    </>
  )
}

function Connect({ onClose }: Pick<Props, "onClose">) {
  const connect = useChange("connect-channel", {
    makesStale: ["get-channel", "list-streamelements-commands"],
    isForm: true,
    says: ({ channelName }) => `${channelName} connected`,
    onDone: onClose,
  })
  const plain = { autoCapitalize: "none", autoComplete: "off", spellCheck: false, required: true }
  return (
    <ActionForm
      change={connect}
      submit="Connect channel"
      toInput={({ channel = "", tokenKind, token = "" }) => ({
        channel,
        tokenKind: tokenKind as (typeof kinds)[number]["value"],
        token,
      })}
    >
      <TextInput name="channel" label="Channel" description="Name or ID from its StreamElements page." {...plain} />
      <SelectInput name="tokenKind" label="Token type" defaultValue="jwt" options={kinds} />
      <TextInput name="token" label="Token" description={<WhereTheTokenIs />} type="password" {...plain} />
    </ActionForm>
  )
}

function WhereTheTokenIs() {
  return (
    <>
      In StreamElements, open{" "}
      <a href="https://streamelements.com/dashboard/account/channels" target="_blank" rel="noreferrer">
        Channels
      </a>{" "}
      and choose Show secrets.
    </>
  )
}

function Disconnect({ name, onClose }: { name: string; onClose(): void }) {
  const disconnect = useChange("disconnect-channel", {
    makesStale: ["get-channel"],
    isForm: true,
    says: ({ channelName }) => `${channelName} disconnected`,
    onDone: onClose,
  })
  return (
    <Unfold label="Disconnect" about={name}>
      <p>Its commands disappear here and its token is deleted.</p>
      <ActionForm change={disconnect} submit="Disconnect channel" tone="danger" toInput={() => ({})} />
    </Unfold>
  )
}
