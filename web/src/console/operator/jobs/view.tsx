import { Stack } from "../../../kit/stack.tsx"
import { When } from "../../../kit/when.tsx"
import { useChange } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { toast } from "../../toast.ts"
import { ChangeButton } from "../../ui/form.tsx"
import { type TableColumn, timeColumn } from "../../ui/lists/columns.tsx"
import { ListFrame } from "../../ui/lists/list-frame.tsx"
import { useList } from "../../ui/lists/use-list.ts"
import { Empty } from "../../ui/page.tsx"
import { Facts } from "../../ui/values/facts.tsx"

type Job = AnswerOf<"list-dead-jobs">["items"][number]

const columns: readonly TableColumn<Job>[] = [
  { title: "Type", width: "minmax(9rem, 2fr)", cell: ({ kind }) => kind },
  { title: "Last error", width: "minmax(10rem, 5fr)", cell: ({ lastError }) => lastError, isWide: true },
  timeColumn("Failed", ({ deadAt }) => deadAt, { isWide: false }),
]

export function View() {
  return (
    <ListFrame
      title="Failed jobs"
      below="Kept for 90 days."
      list={useList("list-dead-jobs", {})}
      columns={columns}
      empty={<Empty title="No failed jobs">Jobs appear here after all retries fail.</Empty>}
      panel={{ title: ({ kind }) => kind, content: (job, close) => <Sheet job={job} onDone={close} /> }}
    />
  )
}

function Sheet({ job: { id, kind, attempts, lastError, createdAt, deadAt }, onDone }: { job: Job; onDone(): void }) {
  const makesStale = ["list-dead-jobs", "get-operator-overview"] as const
  const tell = (title: string) => {
    toast({ title })
    onDone()
  }
  const retry = useChange("retry-dead-job", { makesStale, onDone: () => tell("Job retried") })
  const retryAll = useChange("retry-dead-jobs", {
    makesStale,
    onDone: ({ retried, isMore }) =>
      tell(`${retried} ${retried === 1 ? "job" : "jobs"} retried${isMore ? ". More remain." : ""}`),
  })
  return (
    <>
      <Facts
        facts={[
          ["Job ID", <code key="id">{id}</code>],
          ["Attempts", attempts],
          ["Created", <When key="created" at={createdAt} />],
          ["Failed", <When key="dead" at={deadAt} />],
          ["Last error", lastError],
        ]}
      />
      <Stack>
        <ChangeButton label="Retry job" change={retry} input={{ id }} />
        <ChangeButton variant="default" label="Retry all of this type" change={retryAll} input={{ kind }} />
      </Stack>
    </>
  )
}
