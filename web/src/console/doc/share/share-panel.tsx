import { useQuery } from "@tanstack/react-query"
import { Button, ButtonLink } from "../../../kit/button.tsx"
import { Choice } from "../../../kit/field.tsx"
import { Refusal } from "../../../kit/refusal.tsx"
import { Stack } from "../../../kit/stack.tsx"
import { When } from "../../../kit/when.tsx"
import { type AnswerOf, readOf } from "../../ask.ts"
import { mayAs } from "../../here.ts"
import { Copied } from "../../ui/copied.tsx"
import { SidePanel } from "../../ui/panel.tsx"
import { useChange } from "../../use-change.ts"
import styles from "./share-panel.module.css"

interface Props {
  doc: { id: string; title: string }
  onClose(): void
}

/** The doc's public link: opens, changes or closes it. */
export function DocLinkPanel({ doc: { id, title }, onClose }: Props) {
  const { data, error } = useQuery(readOf("get-doc-link", { id }))
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
      <p>Only members of this workspace can read this doc.</p>
      {mayAs("member") ? (
        <>
          <p className={styles.about}>
            With a public link, whoever has it reads the doc as it is at that moment, without an account: its text, and
            the pictures and files that stand in it. Members who are mentioned are called what they are called in the
            text; links to other things of the workspace only say what kind of thing they lead to.
          </p>
          <div>
            <Button isBusy={publish.isPending} onClick={() => publish.mutate({ id })}>
              Make a public link
            </Button>
          </div>
        </>
      ) : (
        <p className={styles.about}>Members can make a public link of it.</p>
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
      <p>Whoever has this link can read this doc as it is now, with the pictures and files in it.</p>
      <Copied text={url} />
      {link.since !== null && (
        <p className={styles.about}>
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
        label="Search engines may list it"
        description="Left out, the page asks them not to. What they have listed once may stay with them for a while."
        checked={isListed}
        onChange={({ currentTarget: { checked } }) => list.mutate({ id, isListed: checked })}
      />
      <div className={styles.ways}>
        <ButtonLink size="sm" variant="default" href={url} target="_blank" rel="noopener">
          Open the page
        </ButtonLink>
        <Button size="sm" variant="danger" isBusy={unpublish.isPending} onClick={() => unpublish.mutate({ id })}>
          End the link
        </Button>
      </div>
      <p className={styles.about}>
        Ending it closes the page at once, and a later link has another address. In the trash, the doc is not public
        either; taken back, it is again.
      </p>
    </>
  )
}
