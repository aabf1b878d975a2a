import { useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"

type Writer = AnswerOf<"list-doc-versions">["present"]["people"][number]

/** The writers of a version by their current names. */
export function PeopleWords({ people }: { people: readonly Writer[] }) {
  const { data } = useRead("list-members", {})
  const names = people.map(({ accountId, name }) => {
    const member = data?.items.find((one) => one.accountId === accountId)
    return { accountId, name: member?.name || member?.email || name || "Former member" }
  })
  return names.map(({ accountId, name }, at) => (
    <span key={accountId}>
      {at > 0 && ", "}
      <bdi>{name}</bdi>
    </span>
  ))
}
