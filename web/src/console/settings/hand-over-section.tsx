import { leaveBy } from "../../kit/loading/busy.ts"
import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { useRead } from "../ask.ts"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"

export function HandOverSection({ name }: { name: string }) {
  const members = useRead("list-members", {}).data?.items ?? []
  const others = members.filter(({ isCaller }) => !isCaller)
  return (
    <Section title="Transfer ownership" below="Another member becomes owner. You become an admin.">
      {others.length === 0 ? (
        <p className="apart">Invite another member first.</p>
      ) : (
        <HandOver name={name} members={others} />
      )}
    </Section>
  )
}

interface Props {
  name: string
  members: readonly { accountId: string; name: string | null; email: string }[]
}

function HandOver({ name: workspaceName, members }: Props) {
  const handOver = useChange("hand-over-workspace", {
    makesStale: [],
    isForm: true,
    // The reader's role has changed, which affects every page.
    onDone: () => leaveBy(() => location.reload()),
  })
  return (
    <Unfold label="Transfer" about={workspaceName}>
      <p>This takes effect immediately. Only the new owner can undo it.</p>
      <ActionForm
        change={handOver}
        submit="Transfer ownership"
        tone="danger"
        toInput={({ accountId = "", name = "" }) => ({ accountId, name })}
      >
        <SelectInput
          name="accountId"
          label="New owner"
          options={members.map(({ accountId, name, email }) => ({
            value: accountId,
            label: name ? `${name} (${email})` : email,
          }))}
        />
        <TextInput name="name" label={`Type “${workspaceName}” to confirm`} autoComplete="off" required />
      </ActionForm>
    </Unfold>
  )
}
