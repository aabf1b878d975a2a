import { Choice } from "../../kit/field.tsx"
import { stale, useChange } from "../ask.ts"
import { toast } from "../toast.ts"
import { Fold } from "../ui/fold.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { DestinationField } from "./destination-field.tsx"
import type { Link } from "./link-states.ts"
import { AddressFields, SlugField } from "./slug-fields.tsx"
import { SlugInTrash } from "./slug-in-trash.tsx"
import { readTags, TagsField } from "./tags-field.tsx"

export function LinkForm({ link, onDone }: { link?: Link; onDone(): void }) {
  const options = { makesStale: stale.links, isForm: true } as const
  const create = useChange("create-tagged-link", {
    ...options,
    onDone: ({ shortUrl }) => {
      toast({ title: "Link created", action: { label: "Copy link", run: () => copy(shortUrl) } })
      onDone()
    },
  })
  const edit = useChange("edit-link-and-slug", { ...options, onDone: () => onDone() })
  const { error, variables, reset } = link ? edit : create
  const wanted = error?.code === "conflict" && error.field === "slug" ? variables : undefined
  return (
    <ActionForm
      change={link ? edit : create}
      submit={link ? "Save" : "Create link"}
      toInput={(fields) => toInput(fields, link)}
    >
      <DestinationField first={link?.destination ?? ""} />
      {link ? <SlugField link={link} /> : <AddressFields />}
      {wanted?.slug && <SlugInTrash wanted={{ slug: wanted.slug, ...domainOf(wanted, link) }} onFree={reset} />}
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

/** A new link's domain is sent; an edited one keeps its own. */
function domainOf(sent: object, link: Link | undefined): { domain?: string } {
  const domain = link?.domain ?? ("domain" in sent && typeof sent.domain === "string" ? sent.domain : undefined)
  return domain === undefined ? {} : { domain }
}

/** The fields as the input of both actions. The slug and the expiry are sent only if they were changed. */
function toInput(fields: Record<string, string>, link: Link | undefined) {
  const { destination = "", slug, formerSlug, domain, title, clickLimit, expiresAt, passesQuery, tags } = fields
  return {
    ...(link ? { id: link.id, ...(slug !== link.slug && { slug, formerSlug }) } : given({ slug, domain })),
    destination,
    title: title || null,
    tags: readTags(tags),
    clickLimit: clickLimit ? Number(clickLimit) : null,
    // The service refuses a time in the past, which an expired link has.
    ...(expiresAt !== (link ? endOf(link) : undefined) && {
      expiresAt: expiresAt ? new Date(expiresAt).toISOString() : null,
    }),
    passesQuery: passesQuery !== undefined,
  }
}

const given = (typed: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value))

function LimitFields({ link }: { link: Link | undefined }) {
  const isSet = Boolean(link?.clickLimit || link?.expiresAt || link?.passesQuery)
  return (
    <Fold label="Limits and parameters" isOpen={isSet}>
      <TextInput
        name="clickLimit"
        label="Click limit"
        placeholder="Unlimited"
        type="number"
        min={1}
        defaultValue={link?.clickLimit ?? ""}
      />
      <TextInput name="expiresAt" label="Expires" type="datetime-local" defaultValue={link ? endOf(link) : ""} />
      <Choice
        type="checkbox"
        name="passesQuery"
        label="Pass query parameters"
        description="Adds a visitor’s ?ref=friend to the destination."
        defaultChecked={link?.passesQuery ?? false}
      />
    </Fold>
  )
}

const endOf = ({ expiresAt }: Link) => (expiresAt ? toLocal(expiresAt) : "")

/** Formats a time for `datetime-local`: local time without a zone. */
function toLocal(text: string): string {
  const moment = new Date(text)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const copy = (text: string) => navigator.clipboard.writeText(text)
