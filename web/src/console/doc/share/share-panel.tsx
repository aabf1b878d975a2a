import { ButtonLink } from "../../../kit/button.tsx"
import { Choice } from "../../../kit/field.tsx"
import { Refusal } from "../../../kit/notice.tsx"
import { Stack } from "../../../kit/stack.tsx"
import { When } from "../../../kit/when.tsx"
import { useChange, useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { mayAs } from "../../console-data.ts"
import { Copied } from "../../ui/copied.tsx"
import { ChangeButton } from "../../ui/form.tsx"
import { SidePanel } from "../../ui/panels/panel.tsx"

interface Props {
  doc: { id: string; title: string }
  onClose(): void
}

/** The doc's public link: opens, changes or closes it. */
export function DocLinkPanel({ doc: { id, title }, onClose }: Props) {
  const { data, error } = useRead("get-doc-link", { id })
  return (
    <SidePanel title={`Share “${title}”`} onClose={onClose}>
      {error && <Refusal error={error} />}
      {data && <Stack>{data.url === null ? <Closed id={id} /> : <Open id={id} link={data} url={data.url} />}</Stack>}
    </SidePanel>
  )
}

const makesStale = ["get-doc-link"] as const

function Closed({ id }: { id: string }) {
  const publish = useChange("publish-doc", { makesStale })
  return (
    <>
      <p className="apart">Only workspace members can read this doc.</p>
      {mayAs("member") ? (
        <>
          <p className="muted small pretty">
            With a public link, anyone can read the doc with its images and files. Visitors always see the latest
            version.
          </p>
          <div>
            <ChangeButton label="Create public link" change={publish} input={{ id }} />
          </div>
        </>
      ) : (
        <p className="muted small pretty">Ask a member to create a public link.</p>
      )}
    </>
  )
}

interface OpenProps {
  id: string
  link: AnswerOf<"get-doc-link">
  url: string
}

function Open(props: OpenProps) {
  const { link, url } = props
  return (
    <>
      <p className="apart">Anyone with the link can read this doc. Visitors always see the latest version.</p>
      <Copied text={url} />
      {link.since !== null && (
        <p className="muted small pretty">
          Public since <When at={link.since} />.
        </p>
      )}
      {mayAs("member") && <ForMembers {...props} />}
    </>
  )
}

function ForMembers({ id, link: { isListed }, url }: OpenProps) {
  const list = useChange("set-doc-listing", {
    makesStale,
    atOnce: (input, edit) => edit("get-doc-link", (link) => ({ ...link, isListed: input.isListed })),
  })
  const unpublish = useChange("unpublish-doc", { makesStale })
  return (
    <>
      <Choice
        type="checkbox"
        label="Show in search engines"
        checked={isListed}
        onChange={({ currentTarget: { checked } }) => list.mutate({ id, isListed: checked })}
      />
      <div className="wrap gap-2">
        <ButtonLink size="sm" variant="default" href={url} target="_blank" rel="noopener">
          Open page
        </ButtonLink>
        <ChangeButton size="sm" variant="danger" label="Disable link" change={unpublish} input={{ id }} />
      </div>
      <p className="muted small pretty">A new link will have a different URL.</p>
    </>
  )
}
