import { Button } from "../../../kit/button.tsx"
import { Stack } from "../../../kit/stack.tsx"
import { When } from "../../../kit/when.tsx"
import { type AnswerOf, pagesOf } from "../../ask.ts"
import { Facts } from "../../ui/facts.tsx"
import { useList } from "../../ui/list.ts"
import { OpenList } from "../../ui/open-list.tsx"
import { Empty, View as Frame } from "../../ui/page.tsx"
import type { TableColumn } from "../../ui/table.tsx"
import { toast } from "../../ui/toast.ts"
import { useChange } from "../../use-change.ts"

type Job = AnswerOf<"list-dead-jobs">["items"][number]

const columns: readonly TableColumn<Job>[] = [
  { title: "Kind", width: "minmax(9rem, 2fr)", cell: ({ kind }) => kind },
  { title: "Last error", width: "minmax(10rem, 5fr)", cell: ({ lastError }) => lastError, isWide: true },
  { title: "Given up", width: "11rem", cell: ({ deadAt }) => <When at={deadAt} /> },
]

/** The dead jobs, each with a retry. */
export function View() {
  const list = useList(pagesOf("list-dead-jobs", {}), ({ items }) => items)
  return (
    <Frame title="Dead jobs" below="Work that failed each time and was given up. It is kept for 90 days.">
      <OpenList
        label="Dead jobs"
        columns={columns}
        list={list}
        empty={
          <Empty title="No job was given up">
            Mails, payments and files are worked through by jobs. One that fails is tried again for the better part of a
            day, a receipt for days; only then it comes here.
          </Empty>
        }
        titleOf={({ kind }) => kind}
        sheet={(job, close) => <Sheet job={job} onDone={close} />}
      />
    </Frame>
  )
}

function Sheet({ job: { id, kind, attempts, lastError, createdAt, deadAt }, onDone }: { job: Job; onDone(): void }) {
  const makesStale = ["list-dead-jobs", "get-operator-overview"] as const
  const tell = (title: string) => {
    toast({ tone: "good", title })
    onDone()
  }
  const retry = useChange("retry-dead-job", { makesStale, onDone: () => tell("It is tried again now.") })
  const retryAll = useChange("retry-dead-jobs", {
    makesStale,
    onDone: ({ retried, isMore }) =>
      tell(`${retried} ${retried === 1 ? "job is" : "jobs are"} tried again now.${isMore ? " There are more." : ""}`),
  })
  return (
    <>
      <Facts
        facts={[
          ["Job", <code key="id">{id}</code>],
          ["Begun", attempts === 1 ? "Once" : `${attempts} times`],
          ["Made", <When key="made" at={createdAt} />],
          ["Given up", <When key="dead" at={deadAt} />],
          ["Last error", lastError],
        ]}
      />
      <Stack>
        <Button isBusy={retry.isPending} onClick={() => retry.mutate({ id })}>
          Try it again
        </Button>
        <Button variant="default" isBusy={retryAll.isPending} onClick={() => retryAll.mutate({ kind })}>
          Try all of this kind again
        </Button>
      </Stack>
    </>
  )
}
