import { ActionForm, TextInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import type { Link } from "./view.tsx"

/** Makes a link, or changes one: its short address then stays. */
export function LinkForm({ link, onDone }: { link?: Link; onDone(): void }) {
  const options = { makesStale: ["list-links"], isForm: true } as const
  const create = useChange("create-link", {
    ...options,
    onDone: ({ short_url }) => {
      toast({ tone: "good", title: "The link works.", action: { label: "Copy", run: () => copy(short_url) } })
      onDone()
    },
  })
  const edit = useChange("edit-link", { ...options, onDone: () => onDone() })
  return (
    <ActionForm
      change={link ? edit : create}
      submit={link ? "Save" : "Create the link"}
      toInput={({ destination = "", slug, title, click_limit, expires_at }) => ({
        ...(link ? { id: link.id } : slug && { slug }),
        destination,
        title: title || null,
        click_limit: click_limit ? Number(click_limit) : null,
        expires_at: expires_at ? new Date(expires_at).toISOString() : null,
      })}
    >
      <LinkFields link={link} />
    </ActionForm>
  )
}

function LinkFields({ link }: { link: Link | undefined }) {
  return (
    <>
      <TextInput
        name="destination"
        label="Leads to"
        type="url"
        placeholder="https://"
        defaultValue={link?.destination ?? ""}
        autoFocus
        required
      />
      {!link && (
        <TextInput
          name="slug"
          label="Short name"
          description="Left empty, seven letters by chance. It cannot be changed later."
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <TextInput
        name="title"
        label="Title"
        description="Only your workspace sees it."
        dir="auto"
        defaultValue={link?.title ?? ""}
      />
      <TextInput
        name="click_limit"
        label="Ends after this many clicks"
        type="number"
        min={1}
        defaultValue={link?.click_limit ?? ""}
      />
      <TextInput
        name="expires_at"
        label="Ends at"
        type="datetime-local"
        defaultValue={link?.expires_at ? toLocal(link.expires_at) : ""}
      />
    </>
  )
}

/** A moment as `datetime-local` wants it: in the reader's zone, without one. */
function toLocal(text: string): string {
  const moment = new Date(text)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const copy = (text: string) => navigator.clipboard.writeText(text)
