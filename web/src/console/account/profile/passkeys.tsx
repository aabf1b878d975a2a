import { Row, Rows } from "../../../kit/rows.tsx"
import { Section } from "../../../kit/section.tsx"
import { Unfold } from "../../../kit/unfold.tsx"
import { When } from "../../../kit/when.tsx"
import { type AnswerOf, useRead } from "../../ask.ts"
import { ActionForm, TextInput } from "../../ui/form.tsx"
import { toast } from "../../ui/toast.ts"
import { useChange } from "../../use-change.ts"
import { AddPasskey } from "./add-passkey.tsx"

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
