import { useState } from "react"
import { Refused } from "../../../api/call.ts"
import { makePasskey } from "../../../api/passkey.ts"
import { Button } from "../../../kit/button.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { Row, Rows, Section } from "../../../kit/section.tsx"
import { Unfold } from "../../../kit/unfold.tsx"
import { When } from "../../../kit/when.tsx"
import { useChange, useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { here } from "../../console-data.ts"
import { toast } from "../../toast.ts"
import { ActionForm, TextInput } from "../../ui/form.tsx"

type Passkey = AnswerOf<"list-passkeys">["items"][number]

export function Passkeys() {
  const passkeys = useRead("list-passkeys", {}).data?.items ?? []
  return (
    <Section title="Passkeys" below="Sign in with your fingerprint, face or screen lock.">
      {passkeys.length > 0 && (
        <Rows>
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              title={passkey.name}
              detail={<Use {...passkey} />}
              action={
                <Unfold label="Edit" about={passkey.name}>
                  <Rename {...passkey} />
                  <Remove {...passkey} />
                </Unfold>
              }
            />
          ))}
        </Rows>
      )}
      <AddPasskey />
    </Section>
  )
}

function Use({ createdAt, lastUsedAt }: Passkey) {
  return (
    <>
      Added <When at={createdAt} isDay />,{" "}
      {lastUsedAt === null ? (
        "never used"
      ) : (
        <>
          last used <When at={lastUsedAt} />
        </>
      )}
    </>
  )
}

function Rename({ id, name }: Passkey) {
  const rename = useChange("rename-passkey", {
    makesStale: ["list-passkeys"],
    isForm: true,
    atOnce: (input, edit) =>
      edit("list-passkeys", ({ items }) => ({
        items: items.map((passkey) => (passkey.id === id ? { ...passkey, name: input.name } : passkey)),
      })),
    onDone: (_answer, input) => {
      const undo = { label: "Undo", run: () => rename.mutate({ id, name }) }
      toast({
        title: `Renamed to ${input.name}`,
        ...(input.name !== name && { action: undo }),
      })
    },
  })
  return (
    <ActionForm change={rename} submit="Rename" toInput={({ name = "" }) => ({ id, name })}>
      <TextInput name="name" label="New name" dir="auto" defaultValue={name} autoComplete="off" required />
    </ActionForm>
  )
}

function Remove({ id, name }: Passkey) {
  const remove = useChange("remove-passkey", { makesStale: ["list-passkeys"], isForm: true, says: `${name} removed` })
  return <ActionForm change={remove} submit="Remove passkey" tone="danger" toInput={() => ({ id })} />
}

/** Why no passkey was added: the device has one already, or the browser gave another error. */
type Failure = "held" | "other"

/** Creates a passkey on this device, named after its browser. */
function AddPasskey() {
  const sessions = useRead("list-sessions", {}).data?.items ?? []
  const name = sessions.find(({ isCurrent }) => isCurrent)?.label ?? "Passkey"
  const [failure, setFailure] = useState<Failure>()
  const add = useChange("add-passkey", { makesStale: ["list-passkeys"], says: "Passkey added" })
  if (!("PublicKeyCredential" in window)) return null
  const begin = async () => {
    setFailure(undefined)
    try {
      const made = await makePasskey({ options: "/account/passkeys/options", formToken: here().formToken })
      await add.mutateAsync({ name, response: JSON.stringify(made) })
    } catch (error) {
      // A toast shows refusals.
      if (!(error instanceof Refused)) setFailure(isHeld(error) ? "held" : "other")
    }
  }
  return (
    <div>
      {failure === "held" && (
        <Notice tone="bad" title="This device already has a passkey">
          Use it to sign in.
        </Notice>
      )}
      {failure === "other" && (
        <Notice tone="bad" title="Passkey not added">
          Your browser canceled it. Try again.
        </Notice>
      )}
      <Button variant="default" isBusy={add.isPending} onClick={begin}>
        Add passkey
      </Button>
    </div>
  )
}

const isHeld = (error: unknown) => error instanceof Error && error.name === "InvalidStateError"
