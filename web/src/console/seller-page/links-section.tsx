import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import { Row, Rows, Section } from "../../kit/section.tsx"
import { useChange } from "../ask.ts"
import { linkStates } from "../links/link-states.ts"
import { toast } from "../toast.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { MoveButtons } from "../ui/move-buttons.tsx"
import { SidePanel } from "../ui/panels/panel.tsx"
import { useAddress } from "../ui/use-address.ts"
import { LinkChoice, type PickedLink } from "./link-choice.tsx"
import { moved, type SellerPage } from "./seller-page.ts"

type Links = SellerPage["links"]

const most = 12

/** The short links on the page, in the order that visitors see. */
export function LinksSection({ links }: { links: Links }) {
  const { search, go } = useAddress()
  const set = useSetLinks()
  return (
    <Section title="Links" below={`Up to ${most} of your short links.`}>
      {links.length > 0 && (
        <Rows>
          {links.map((link, at) => (
            <LinkRow key={link.linkId} {...{ links, at }} onSet={set} onEdit={() => go({ label: link.linkId })} />
          ))}
        </Rows>
      )}
      <div>
        <Button variant="default" disabled={links.length >= most} onClick={() => go({ add: "link" })}>
          Add link
        </Button>
      </div>
      {search.add === "link" && <AddPanel links={links} />}
      {search.label !== undefined && <LabelPanel links={links} linkId={search.label} />}
    </Section>
  )
}

interface RowProps {
  links: Links
  at: number
  onSet(links: Links): void
  onEdit(): void
}

function LinkRow({ links, at, onSet, onEdit }: RowProps) {
  const link = links[at]
  if (!link) return null
  const { label, shortUrl, state } = link
  const address = shortUrl.replace(/^https?:\/\//, "")
  const remove = () => {
    onSet(links.toSpliced(at, 1))
    const undo = { label: "Undo", run: () => onSet(links) }
    toast({ title: `“${label}” is off your page`, action: undo })
  }
  return (
    <Row
      title={label}
      detail={state === "active" ? address : `${address}. ${linkStates[state]}, not shown`}
      action={
        <>
          <MoveButtons name={label} at={at} of={links.length} onMove={(from, to) => onSet(moved(links, from, to))} />
          <Button size="sm" variant="subtle" aria-label={`Edit ${label}`} onClick={onEdit}>
            Edit
          </Button>
          <Button size="sm" variant="subtle" aria-label={`Remove ${label}`} onClick={remove}>
            Remove
          </Button>
        </>
      }
    />
  )
}

/** Replaces the list, optimistically. */
function useSetLinks(): (links: Links) => void {
  const change = useChange("set-page-links", {
    makesStale: ["get-own-seller-page"],
    atOnce: ({ links }, edit) =>
      edit("get-own-seller-page", (page) => ({
        ...page,
        links: links.flatMap(({ linkId }) => page.links.find((link) => link.linkId === linkId) ?? []),
      })),
  })
  return (links) => change.mutate({ links: links.map(({ linkId, label }) => ({ linkId, label })) })
}

function AddPanel({ links }: { links: Links }) {
  const { go } = useAddress()
  const [picked, pick] = useState<PickedLink>()
  const close = () => go({ add: undefined, q: undefined })
  return (
    <SidePanel title="Add link" onClose={close}>
      {picked ? (
        <LinkLabelForm
          link={picked}
          submit="Add link"
          toLinks={(label) => [...links, { linkId: picked.linkId, label }]}
          onDone={close}
        />
      ) : (
        <LinkChoice taken={links.map(({ linkId }) => linkId)} onPick={pick} />
      )}
    </SidePanel>
  )
}

function LabelPanel({ links, linkId }: { links: Links; linkId: string }) {
  const { go } = useAddress()
  const link = links.find((one) => one.linkId === linkId)
  const close = () => go({ label: undefined })
  if (!link) return null
  const toLinks = (label: string) => links.map((one) => (one.linkId === linkId ? { ...one, label } : one))
  return (
    <SidePanel title="Edit link" onClose={close}>
      <LinkLabelForm link={link} submit="Save" toLinks={toLinks} onDone={close} />
    </SidePanel>
  )
}

interface Props {
  link: PickedLink
  submit: string
  toLinks(label: string): readonly { linkId: string; label: string }[]
  onDone(): void
}

/** Writes what visitors read instead of a link's address. */
function LinkLabelForm({ link: { label, shortUrl }, submit, toLinks, onDone }: Props) {
  const set = useChange("set-page-links", { makesStale: ["get-own-seller-page"], isForm: true, onDone })
  return (
    <ActionForm
      change={set}
      submit={submit}
      toInput={({ label = "" }) => ({ links: toLinks(label).map(({ linkId, label }) => ({ linkId, label })) })}
    >
      <TextInput
        name="label"
        label="Label"
        description={`Visitors read it and open ${shortUrl.replace(/^https?:\/\//, "")}.`}
        defaultValue={label}
        placeholder="My newsletter"
        maxLength={60}
        dir="auto"
        autoFocus
        required
      />
    </ActionForm>
  )
}
