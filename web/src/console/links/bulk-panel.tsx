import type { ReactNode } from "react"
import { Choice } from "../../kit/field.tsx"
import { useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { toast } from "../toast.ts"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { SegmentedControl } from "../ui/lists/segmented-control.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { type BulkName, type ChosenLinkRows, changedLinks, useBulk } from "./use-bulk.ts"

interface Props {
  chosen: ChosenLinkRows
  onDone(): void
}

interface PanelProps {
  chosen: ChosenLinkRows
  words: string
  inTrash: boolean
  /** Called when the chosen links are deleted. */
  onGone(): void
}

/** The form of a bulk action on the chosen links; the address says which action. */
export function BulkPanel({ chosen, words, inTrash, onGone }: PanelProps) {
  const { search, go } = useAddress()
  const close = () => go({ do: undefined })
  const deleted = () => {
    close()
    onGone()
  }
  const tags = ["Edit tags", <TagsForms key="tags" {...{ chosen, onDone: close }} />] as const
  const forms: Readonly<Record<string, readonly [title: string, form: ReactNode]>> = {
    ...{ tag: tags, untag: tags },
    end: ["Set expiry", <EndForm key="end" {...{ chosen, onDone: close }} />],
    query: ["Query parameters", <QueryForm key="query" {...{ chosen, onDone: close }} />],
    ...(inTrash && { delete: ["Delete for good", <DeleteForm key="delete" {...{ chosen, onDone: deleted }} />] }),
  }
  const [title, form] = forms[search.do ?? ""] ?? []
  return (
    title && (
      <SidePanel title={`${title}: ${words.toLowerCase()}`} onClose={close}>
        {form}
      </SidePanel>
    )
  )
}

function TagsForms(props: Props) {
  const { search, go } = useAddress()
  const now = search.do === "tag" ? "tag" : "untag"
  return (
    <>
      <SegmentedControl
        label="Action"
        options={{ tag: "Add", untag: "Remove" }}
        now={now}
        onGo={(option) => go({ do: option })}
      />
      {now === "tag" ? <TagForm {...props} /> : <UntagForm {...props} />}
    </>
  )
}

function useBulkForm<Name extends BulkName>(
  name: Name,
  { chosen, onDone }: Props,
  say: (answers: AnswerOf<Name>[]) => string,
) {
  return useBulk(name, {
    chosen,
    isForm: true,
    onDone: (answers) => {
      toast({ title: say(answers) })
      onDone()
    },
  })
}

function TagForm({ chosen, onDone }: Props) {
  const known = useRead("list-link-tags", {}).data?.tags ?? []
  const change = useBulk("tag-links", {
    chosen,
    isForm: true,
    onDone: (answers) => {
      const full = answers.reduce((sum, answer) => sum + answer.full, 0)
      toast({
        title: `Tag added to ${changedLinks(answers)}`,
        text: full > 0 ? `Not added to ${full.toLocaleString()}: a link can have at most 10 tags.` : undefined,
      })
      onDone()
    },
  })
  return (
    <ActionForm change={change} submit="Add tag" toInput={({ tag = "" }) => ({ tag })}>
      <TextInput name="tag" label="Tag" list="known-tags" maxLength={32} autoComplete="off" dir="auto" required />
      <datalist id="known-tags">
        {known.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </ActionForm>
  )
}

function UntagForm(props: Props) {
  const known = useRead("list-link-tags", {}).data?.tags ?? []
  const change = useBulkForm("untag-links", props, (answers) => `Tag removed from ${changedLinks(answers)}`)
  if (known.length === 0) return <p>No tags yet</p>
  return (
    <ActionForm change={change} submit="Remove tag" toInput={({ tag = "" }) => ({ tag })}>
      <SelectInput
        name="tag"
        label="Tag"
        defaultValue={props.chosen.filter.tag}
        options={known.map(({ name }) => ({ value: name, label: name }))}
      />
    </ActionForm>
  )
}

function DeleteForm(props: Props) {
  const change = useBulkForm("delete-links", props, (answers) => `${changedLinks(answers)} deleted for good`)
  return (
    <ActionForm change={change} submit="Delete for good" tone="danger" toInput={() => ({})}>
      <p className="apart">
        The links and their clicks can’t be restored. Other links can then have their short names.
      </p>
    </ActionForm>
  )
}

function QueryForm(props: Props) {
  const change = useBulkForm(
    "pass-query-of-links",
    props,
    (answers) => `Query parameters updated for ${changedLinks(answers)}`,
  )
  return (
    <ActionForm change={change} submit="Save" toInput={({ passesQuery }) => ({ passesQuery: passesQuery === "yes" })}>
      <Choice type="checkbox" name="passesQuery" value="yes" label="Pass query parameters" defaultChecked />
    </ActionForm>
  )
}

function EndForm(props: Props) {
  const change = useBulkForm("expire-links", props, (answers) => `Expiry updated for ${changedLinks(answers)}`)
  return (
    <ActionForm
      change={change}
      submit="Save"
      toInput={({ expiresAt, never }) => ({
        expiresAt: never || !expiresAt ? null : new Date(expiresAt).toISOString(),
      })}
    >
      <TextInput name="expiresAt" label="Expires" type="datetime-local" />
      <Choice type="checkbox" name="never" label="No expiry" />
    </ActionForm>
  )
}
