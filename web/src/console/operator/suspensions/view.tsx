import { reasonWords } from "../../../../../server/src/contract/reasons.ts"
import { When } from "../../../kit/when.tsx"
import { type AnswerOf, pagesOf } from "../../ask.ts"
import { Facts } from "../../ui/facts.tsx"
import { useList } from "../../ui/list.ts"
import { OpenList } from "../../ui/open-list.tsx"
import { Empty, View as Frame } from "../../ui/page.tsx"
import type { TableColumn } from "../../ui/table.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { Lift } from "../subject/lift.tsx"
import { subjectWords } from "../subject/subject.ts"
import { SubjectFacts } from "../subject/subject-facts.tsx"

type Suspension = AnswerOf<"list-suspensions">["items"][number]

const columns: readonly TableColumn<Suspension>[] = [
  { title: "Title", width: "minmax(10rem, 3fr)", cell: ({ subject }) => <bdi>{subject.title}</bdi> },
  { title: "Type", width: "7rem", cell: ({ subject }) => subjectWords[subject.kind], isWide: true },
  { title: "Reason", width: "minmax(8rem, 12rem)", cell: ({ reason }) => reasonWords[reason] },
  { title: "Workspace", width: "minmax(8rem, 2fr)", cell: ({ subject }) => subject.workspace.slug, isWide: true },
  { title: "Created", width: "11rem", cell: ({ createdAt }) => <When at={createdAt} />, isWide: true },
]

const states = { label: "Status", by: "lifted", options: { "": "Suspended", yes: "Lifted" } }

export function View() {
  const { search } = useAddress()
  const isLifted = search.lifted === "yes"
  const list = useList(pagesOf("list-suspensions", { isLifted }), ({ items }) => items)
  return (
    <Frame title="Suspensions" below="Suspended content isn’t deleted.">
      <OpenList
        label="Suspensions"
        states={states}
        columns={columns}
        list={list}
        empty={
          <Empty title={isLifted ? "No lifted suspensions" : "No suspensions"}>
            {isLifted ? "Lifted suspensions are kept here." : "Suspend content from a report or from Workspaces."}
          </Empty>
        }
        titleOf={({ subject }) => `${subjectWords[subject.kind]} suspended`}
        sheet={(suspension, close) => <Sheet suspension={suspension} onDone={close} />}
      />
    </Frame>
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
      <SubjectFacts subject={subject} />
      {liftedAt === null && <Lift subject={subject} onDone={onDone} />}
    </>
  )
}
