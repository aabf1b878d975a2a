import { useQuery } from "@tanstack/react-query"
import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { Stack } from "../../kit/stack.tsx"
import { type AnswerOf, type InputOf, readOf } from "../ask.ts"
import { SidePanel } from "../ui/panel.tsx"
import { State } from "../ui/state.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"

interface Props {
  cells: InputOf<"preview-tool-permissions">["cells"]
  onClose(): void
  onSaved(): void
}

/** Previews the changed permissions, also on last week's calls; saves exactly what it shows. */
export function Difference({ cells, onClose, onSaved }: Props) {
  const { data, error } = useQuery(readOf("preview-tool-permissions", { cells }))
  const save = useChange("set-tool-permissions", {
    makesStale: ["get-assistant-settings", "preview-tool-permissions"],
    isForm: true,
    onDone: ({ changed }) => {
      toast({ tone: "good", title: changed === 1 ? "The field is saved." : `${changed} fields are saved.` })
      onClose()
      onSaved()
    },
  })
  const looked = data?.differences.map(({ tool, role, from, to }) => ({ tool, role, was: from, level: to }))
  return (
    <SidePanel title="What would be different" onClose={onClose}>
      <Stack>
        {error && <Refusal error={error} />}
        {data && <Preview {...data} />}
        {save.error && <Refusal error={save.error} />}
        <div>
          <Button
            isBusy={save.isPending}
            disabled={!looked?.length}
            onClick={() => save.mutate({ cells: looked ?? [] })}
          >
            Save
          </Button>
        </div>
      </Stack>
    </SidePanel>
  )
}

function Preview({ differences, simulation }: AnswerOf<"preview-tool-permissions">) {
  return (
    <>
      <Rows>
        {differences.map(({ tool, role, words, isNarrower }) => (
          <Row
            key={`${tool} ${role}`}
            title={words}
            action={<State words={isNarrower ? "Narrower" : "Wider"} tone={isNarrower ? "good" : "note"} />}
          />
        ))}
      </Rows>
      <Notice tone="note" title={simulation.words}>
        Judged again from the record, as if members had made no choices of their own. Calls that ask for another reason,
        such as text from outside, still ask.
      </Notice>
      <p>What is narrowed holds from the very next call on, also in conversations that are under way.</p>
    </>
  )
}
