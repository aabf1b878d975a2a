import { useQuery } from "@tanstack/react-query"
import { Choice } from "../../kit/field.tsx"
import { readOf } from "../ask.ts"
import { Fold } from "../ui/fold.tsx"
import { ActionForm, SelectInput, TextInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { DestinationField } from "./destination-field.tsx"
import type { Link } from "./link-states.ts"
import { staleLinks } from "./stale-links.ts"
import { readTags, TagsField } from "./tags-field.tsx"

/** Creates a link or edits one; the short URL of an existing link cannot change. */
export function LinkForm({ link, onDone }: { link?: Link; onDone(): void }) {
  const options = { makesStale: staleLinks, isForm: true } as const
  const create = useChange("create-tagged-link", {
    ...options,
    onDone: ({ short_url }) => {
      toast({ tone: "good", title: "Link created", action: { label: "Copy link", run: () => copy(short_url) } })
      onDone()
    },
  })
  const edit = useChange("edit-link", { ...options, onDone: () => onDone() })
  return (
    <ActionForm
      change={link ? edit : create}
      submit={link ? "Save" : "Create link"}
      toInput={({ destination = "", slug, domain, title, click_limit, expires_at, passes_query, tags }) => ({
        ...(link ? { id: link.id } : { ...(slug && { slug }), ...(domain && { domain }) }),
        destination,
        title: title || null,
        tags: readTags(tags),
        click_limit: click_limit ? Number(click_limit) : null,
        ...(expires_at !== (link ? endOf(link) : undefined) && {
          expires_at: expires_at ? new Date(expires_at).toISOString() : null,
        }),
        passes_query: passes_query !== undefined,
      })}
    >
      <DestinationField first={link?.destination ?? ""} />
      {!link && <AddressFields />}
      <TextInput
        name="title"
        label="Title"
        description="Only visible to your workspace."
        dir="auto"
        defaultValue={link?.title ?? ""}
      />
      <TagsField first={link?.tags ?? []} />
      <LimitFields link={link} />
    </ActionForm>
  )
}

/** The parts of the short URL. They cannot be changed later. */
function AddressFields() {
  const domains = useQuery(readOf("list-domains", {})).data?.items ?? []
  const own = domains.filter(({ state }) => state !== "waiting").map(({ hostname }) => hostname)
  return (
    <>
      {own.length > 0 && (
        <SelectInput
          name="domain"
          label="Domain"
          options={[
            { value: "", label: "Default short domain" },
            ...own.map((hostname) => ({ value: hostname, label: hostname })),
          ]}
        />
      )}
      <TextInput
        name="slug"
        label="Short name"
        description="Can't be changed later."
        placeholder="Random"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  )
}

function LimitFields({ link }: { link: Link | undefined }) {
  const isSet = Boolean(link?.click_limit || link?.expires_at || link?.passes_query)
  return (
    <Fold label="Limits and parameters" isOpen={isSet}>
      <TextInput
        name="click_limit"
        label="Click limit"
        placeholder="Unlimited"
        type="number"
        min={1}
        defaultValue={link?.click_limit ?? ""}
      />
      <TextInput name="expires_at" label="Expires" type="datetime-local" defaultValue={link ? endOf(link) : ""} />
      <Choice
        type="checkbox"
        name="passes_query"
        label="Pass query parameters"
        description="Adds a visitor’s ?ref=friend to the destination."
        defaultChecked={link?.passes_query ?? false}
      />
    </Fold>
  )
}

/** Sent only if it was changed: the service refuses a time in the past, which an expired link has. */
const endOf = ({ expires_at }: Link) => (expires_at ? toLocal(expires_at) : "")

/** Formats a time for `datetime-local`: local time without a zone. */
function toLocal(text: string): string {
  const moment = new Date(text)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const copy = (text: string) => navigator.clipboard.writeText(text)
