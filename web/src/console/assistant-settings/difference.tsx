import { Notice, Refusal } from "../../kit/notice.tsx"
import { Row, Rows } from "../../kit/section.tsx"
import { Stack } from "../../kit/stack.tsx"
import { useChange, useRead } from "../ask.ts"
import type { AnswerOf, InputOf } from "../calls.ts"
import { toast } from "../toast.ts"
import { ChangeButton } from "../ui/form.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { State } from "../ui/values/state.tsx"

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
          <ChangeButton label="Save changes" disabled={!looked?.length} change={save} input={{ cells: looked ?? [] }} />
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
