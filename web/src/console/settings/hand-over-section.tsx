import { useQuery } from "@tanstack/react-query"
import { Section } from "../../kit/section.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { readOf } from "../ask.ts"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { useChange } from "../use-change.ts"

/** Transfers the workspace's ownership to another member. */
export function HandOverSection({ name }: { name: string }) {
  const members = useQuery(readOf("list-members", {})).data?.items ?? []
  const others = members.filter(({ isCaller }) => !isCaller)
  return (
    <Section title="Hand over" below="Another member becomes its owner, and you an admin.">
      {others.length === 0 ? (
        <p>Nobody else belongs to it yet. Invite who is to have it first.</p>
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
    onDone: () => location.reload(),
  })
  return (
    <Unfold label="Hand over" about={workspaceName}>
      <p>It happens at once. They are told by mail, and only they can hand it back.</p>
      <ActionForm
        change={handOver}
        submit="Hand it over"
        tone="danger"
        toInput={({ accountId = "", name = "" }) => ({ accountId, name })}
      >
        <SelectInput
          name="accountId"
          label="To"
          options={members.map(({ accountId, name, email }) => ({
            value: accountId,
            label: name ? `${name} (${email})` : email,
          }))}
        />
        <TextInput
          name="name"
          label={`Type “${workspaceName}”, to show that you mean it`}
          autoComplete="off"
          required
        />
      </ActionForm>
    </Unfold>
  )
}
