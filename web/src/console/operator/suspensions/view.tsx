import { reasonWords } from "../../../../../server/src/contract/reasons.ts"
import { When } from "../../../kit/when.tsx"
import type { AnswerOf } from "../../calls.ts"
import { type TableColumn, timeColumn } from "../../ui/lists/columns.tsx"
import { ListFrame } from "../../ui/lists/list-frame.tsx"
import { useList } from "../../ui/lists/use-list.ts"
import { Empty } from "../../ui/page.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { Facts } from "../../ui/values/facts.tsx"
import { Lift, SubjectFacts, subjectWords } from "../subject/subject.tsx"

type Suspension = AnswerOf<"list-suspensions">["items"][number]

const columns: readonly TableColumn<Suspension>[] = [
  { title: "Title", width: "minmax(10rem, 3fr)", cell: ({ subject }) => <bdi>{subject.title}</bdi> },
  { title: "Type", width: "7rem", cell: ({ subject }) => subjectWords[subject.kind], isWide: true },
  { title: "Reason", width: "minmax(8rem, 12rem)", cell: ({ reason }) => reasonWords[reason] },
  { title: "Workspace", width: "minmax(8rem, 2fr)", cell: ({ subject }) => subject.workspace.slug, isWide: true },
  timeColumn("Created", ({ createdAt }) => createdAt),
]

const states = { label: "Status", by: "lifted", options: { "": "Suspended", yes: "Lifted" } }

export function View() {
  const { search } = useAddress()
  const isLifted = search.lifted === "yes"
  return (
    <ListFrame
      title="Suspensions"
      below="Suspended content isn’t deleted."
      states={states}
      list={useList("list-suspensions", { isLifted })}
      columns={columns}
      empty={
        <Empty title={isLifted ? "No lifted suspensions" : "No suspensions"}>
          {isLifted ? "Lifted suspensions are kept here." : "Suspend content from a report or from Workspaces."}
        </Empty>
      }
      panel={{
        title: ({ subject }) => `${subjectWords[subject.kind]} suspended`,
        content: (suspension, close) => <Sheet suspension={suspension} onDone={close} />,
      }}
    />
  )
}

function Sheet({ suspension, onDone }: { suspension: Suspension; onDone(): void }) {
  const { subject, reason, words, createdAt, liftedAt } = suspension
  return (
    <>
      <Facts
        facts={[
          ["Reason", reasonWords[reason]],
          ["Note to members", words],
          ["Created", <When key="created" at={createdAt} />],
          ["Lifted", liftedAt !== null && <When key="lifted" at={liftedAt} />],
        ]}
      />
      <SubjectFacts {...subject} />
      {liftedAt === null && <Lift subject={subject} onDone={onDone} />}
    </>
  )
}
