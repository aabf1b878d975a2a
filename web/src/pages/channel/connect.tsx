import type { ChannelData } from "../../../../server/src/surfaces/pages/settings/data.ts"
import { Button } from "../../kit/button.tsx"
import { SelectField, TextField } from "../../kit/field.tsx"
import { Section } from "../../kit/section.tsx"
import { Stack } from "../../kit/stack.tsx"
import { TokenForm } from "../../kit/token-form.tsx"

const kinds = [
  { value: "jwt", label: "JWT token" },
  { value: "oauth", label: "OAuth access token, with the scope bot:read" },
]

interface Props {
  form: NonNullable<ChannelData["manage"]>["connect"]
  /** Another channel, or a new token, takes the place of the one before. */
  isConnected: boolean
}

/** Connects a channel by its name and a token, and says where that token is found. */
export function Connect({ form, isConnected }: Props) {
  const plain = { autoCapitalize: "none", autoComplete: "off", spellCheck: false, required: true }
  return (
    <Section
      title={isConnected ? "Connect another, or with a new token" : "Connect a channel"}
      below="The token is tried at once, stored sealed, used only to read the channel’s commands, and never shown again."
    >
      <TokenForm form={form}>
        <Stack>
          <TextField
            label="Channel"
            description="Its name, as in the address of its StreamElements page, or its id."
            name="channel"
            defaultValue={form.channel}
            {...plain}
          />
          <SelectField label="Kind of token" name="token_kind" defaultValue={form.tokenKind} options={kinds} />
          <TextField label="Token" description={<WhereTheTokenIs />} name="token" type="password" {...plain} />
          <Button type="submit">Connect</Button>
        </Stack>
      </TokenForm>
    </Section>
  )
}

function WhereTheTokenIs() {
  return (
    <>
      StreamElements shows the JWT token in its dashboard: open your profile, then{" "}
      <a href="https://streamelements.com/dashboard/account/channels">Channels</a>, and choose Show secrets.
    </>
  )
}
