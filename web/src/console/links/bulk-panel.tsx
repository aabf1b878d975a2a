import { useQuery } from "@tanstack/react-query"
import { Choice } from "../../kit/field.tsx"
import { readOf } from "../ask.ts"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { SidePanel } from "../ui/panel.tsx"
import { SegmentedControl } from "../ui/segmented-control.tsx"
import { toast } from "../ui/toast.ts"
import { useAddress } from "../ui/use-address.ts"
import { changedLinks, useBulk } from "./use-bulk.ts"
import type { ChosenRows } from "./use-chosen.ts"

interface Props {
  chosen: ChosenRows
  onDone(): void
}

/** The form of a bulk action on the chosen links; the address says which action. */
export function BulkPanel({ chosen, words }: { chosen: ChosenRows; words: string }) {
  const { search, go } = useAddress()
  const close = () => go({ do: undefined })
  if (search.do === "tag" || search.do === "untag") {
    return (
      <SidePanel title={`Tags: ${words.toLowerCase()}`} onClose={close}>
        <SegmentedControl
          label="What to do"
          options={{ tag: "Give a tag", untag: "Take one off" }}
          now={search.do}
          onGo={(option) => go({ do: option })}
        />
        {search.do === "tag" ? (
          <TagForm chosen={chosen} onDone={close} />
        ) : (
          <UntagForm chosen={chosen} onDone={close} />
        )}
      </SidePanel>
    )
  }
  if (search.do !== "end") return null
  return (
    <SidePanel title={`When they end: ${words.toLowerCase()}`} onClose={close}>
      <EndForm chosen={chosen} onDone={close} />
    </SidePanel>
  )
}

function TagForm({ chosen, onDone }: Props) {
  const known = useQuery(readOf("list-link-tags", {})).data?.tags ?? []
  const change = useBulk("tag-links", {
    chosen,
    isForm: true,
    onDone: (answers) => {
      const full = answers.reduce((sum, answer) => sum + answer.full, 0)
      toast({
        tone: "good",
        title: `${changedLinks(answers)} got the tag.`,
        text: full > 0 ? `${full.toLocaleString()} were left without it: a link has ten tags at most.` : undefined,
      })
      onDone()
    },
  })
  return (
    <ActionForm change={change} submit="Give the tag" toInput={({ tag = "" }) => ({ tag })}>
      <TextInput
        name="tag"
        label="Tag"
        description="One that you have, or a new one."
        list="known-tags"
        maxLength={32}
        autoComplete="off"
        dir="auto"
        required
      />
      <datalist id="known-tags">
        {known.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </ActionForm>
  )
}

function UntagForm({ chosen, onDone }: Props) {
  const known = useQuery(readOf("list-link-tags", {})).data?.tags ?? []
  const change = useBulk("untag-links", {
    chosen,
    isForm: true,
    onDone: (answers) => {
      toast({ tone: "good", title: `The tag was taken off ${changedLinks(answers).toLowerCase()}.` })
      onDone()
    },
  })
  if (known.length === 0) return <p>The workspace has no tags yet.</p>
  return (
    <ActionForm change={change} submit="Take the tag off" toInput={({ tag = "" }) => ({ tag })}>
      <SelectInput
        name="tag"
        label="Tag"
        defaultValue={chosen.filter.tag}
        options={known.map(({ name }) => ({ value: name, label: name }))}
      />
    </ActionForm>
  )
}

function EndForm({ chosen, onDone }: Props) {
  const change = useBulk("expire-links", {
    chosen,
    isForm: true,
    onDone: (answers) => {
      toast({ tone: "good", title: `The end of ${changedLinks(answers).toLowerCase()} was set.` })
      onDone()
    },
  })
  return (
    <ActionForm
      change={change}
      submit="Set the end"
      toInput={({ expires_at, never }) => ({
        expires_at: never || !expires_at ? null : new Date(expires_at).toISOString(),
      })}
    >
      <TextInput
        name="expires_at"
        label="They end at"
        type="datetime-local"
        description="From then on they lead nowhere."
      />
      <Choice type="checkbox" name="never" label="They never end" description="Takes an end away where there is one." />
    </ActionForm>
  )
}
