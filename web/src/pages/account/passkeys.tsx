import type { AccountData } from "../../../../server/src/surfaces/pages/account/data.ts"
import { Button } from "../../kit/button.tsx"
import { TextField } from "../../kit/field.tsx"
import { PasskeyButton } from "../../kit/passkey-button.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { Section } from "../../kit/section.tsx"
import { TokenForm } from "../../kit/token-form.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"

type Account = AccountData
type Props = Pick<Account, "passkeys" | "renamePasskey" | "removePasskey" | "newPasskey" | "sessions">

/** The passkeys that sign this person in, and the way to another one. */
export function Passkeys({ passkeys, renamePasskey, removePasskey, newPasskey, sessions }: Props) {
  const name = sessions.find(({ isCurrent }) => isCurrent)?.label ?? "Passkey"
  return (
    <Section title="Passkeys" below="A passkey signs you in by your fingerprint, face or screen lock, without a mail.">
      {passkeys.length > 0 && (
        <Rows>
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              title={passkey.name}
              detail={<Use {...passkey} />}
              action={<Change passkey={passkey} rename={renamePasskey} remove={removePasskey} />}
            />
          ))}
        </Rows>
      )}
      <PasskeyButton passkey={newPasskey} what="create" hidden={{ passkey_name: name }}>
        Add a passkey
      </PasskeyButton>
    </Section>
  )
}

function Use({ createdAt, lastUsedAt }: Account["passkeys"][number]) {
  return (
    <>
      Added <When at={createdAt} isDay />, {lastUsedAt === null ? "not used yet" : <When at={lastUsedAt} />}
    </>
  )
}

interface ChangeProps {
  passkey: Account["passkeys"][number]
  rename: Account["renamePasskey"]
  remove: Account["removePasskey"]
}

function Change({ passkey: { id, name }, rename, remove }: ChangeProps) {
  return (
    <Unfold label="Change" about={name}>
      <TokenForm form={rename} hidden={{ id }}>
        <TextField label="New name" name="passkey_name" dir="auto" defaultValue={name} maxLength={80} required />
        <Button type="submit" variant="default" size="sm">
          Rename
        </Button>
      </TokenForm>
      <TokenForm form={remove} hidden={{ id }}>
        <Button type="submit" variant="danger" size="sm">
          Remove this passkey
        </Button>
      </TokenForm>
    </Unfold>
  )
}
