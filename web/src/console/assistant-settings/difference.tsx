import { Button } from "../../kit/button.tsx"
import { Notice } from "../../kit/notice.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { Row, Rows } from "../../kit/rows.tsx"
import { Stack } from "../../kit/stack.tsx"
import { type AnswerOf, type InputOf, useRead } from "../ask.ts"
import { SidePanel } from "../ui/panels/panel.tsx"
import { toast } from "../ui/toast.ts"
import { State } from "../ui/values/state.tsx"
import { useChange } from "../use-change.ts"

interface Props {
  changed: InputOf<"preview-tool-permissions">
  onClose(): void
  onSaved(): void
}

/** Previews the changed permissions, also on last week's calls; saves exactly what it shows. */
export function Difference({ changed, onClose, onSaved }: Props) {
  const { data, error } = useRead("preview-tool-permissions", changed)
  const save = useChange("set-tool-permissions", {
    makesStale: ["get-assistant-settings", "preview-tool-permissions"],
    isForm: true,
    onDone: () => {
      toast({ title: "Saved" })
      onClose()
      onSaved()
    },
  })
  const looked = data?.differences.map(({ tool, role, from, to }) => ({ tool, role, was: from, level: to }))
  return (
    <SidePanel title="Review changes" onClose={onClose}>
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
            Save changes
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
            action={<State words={isNarrower ? "Stricter" : "Looser"} tone={isNarrower ? "good" : "note"} />}
          />
        ))}
      </Rows>
      <Notice tone="note" title={simulation.words} />
      <p className="apart">Applies immediately.</p>
    </>
  )
}
