import { useMemo } from "react"
import { SelectField } from "../../../kit/field.tsx"
import { useHouse } from "../../../kit/house.tsx"
import { formatMoment } from "../../../kit/moment.ts"
import { Refusal } from "../../../kit/notice.tsx"
import spoken from "../../../kit/spoken.module.css"
import { When } from "../../../kit/when.tsx"
import { useChange, useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { mayAs } from "../../console-data.ts"
import { toast } from "../../toast.ts"
import { ChangeButton } from "../../ui/form.tsx"
import { AddressButton } from "../../ui/panels/panel.tsx"
import { useAddress } from "../../ui/use-address.ts"
import { ConsoleDocText } from "../doc-text.tsx"
import { compareDocs } from "./compare-docs.ts"
import { PeopleWords } from "./people-words.tsx"
import styles from "./versions.module.css"

type Version = AnswerOf<"list-doc-versions">["items"][number]

interface Props {
  id: string
  chosen: Version
  all: readonly Version[]
  onDone(): void
}

/** Shows an earlier version or its differences to another one, and restores it. */
export function OneVersion({ id, chosen, all, onDone }: Props) {
  const { search } = useAddress()
  const against = search.against ?? "now"
  return (
    <>
      <div className="wrap middle between gap-2">
        <AddressButton
          size="sm"
          variant="subtle"
          label="All versions"
          to={{ version: undefined, against: undefined }}
        />
        {mayAs("member") && <RestoreButton id={id} version={chosen.version} onDone={onDone} />}
      </div>
      <p className="muted small pretty">
        Saved <When at={chosen.savedAt} /> by <PeopleWords people={chosen.people} />.
      </p>
      <Compare against={against} others={all.filter(({ version }) => version !== chosen.version)} />
      {against === "none" ? (
        <AsItRead id={id} version={chosen.version} />
      ) : (
        <Compared id={id} chosen={chosen.version} other={against === "now" ? null : Number(against)} />
      )}
    </>
  )
}

function RestoreButton({ id, version, onDone }: Pick<Props, "id" | "onDone"> & { version: number }) {
  const restore = useChange("restore-doc-version", {
    makesStale: ["get-doc", "get-doc-version", "list-doc-versions", "browse-docs", "search-docs"],
    onDone: ({ hasChanged }) => {
      const title = hasChanged
        ? "Version restored. The previous text is kept as a version."
        : "This version is already the current text."
      toast({ title })
      onDone()
    },
  })
  return <ChangeButton size="sm" label="Restore version" change={restore} input={{ id, version }} />
}

/** Chooses what the version is compared with. */
function Compare({ against, others }: { against: string; others: readonly Version[] }) {
  const { go } = useAddress()
  const { locale } = useHouse()
  const toOption = ({ version, savedAt }: Version) => {
    return { value: String(version), label: `Version of ${formatMoment(savedAt, { locale, isDay: false })}` }
  }
  return (
    <SelectField
      label="Compare with"
      value={against}
      options={[
        { value: "now", label: "Current version" },
        { value: "none", label: "Nothing" },
        ...others.map(toOption),
      ]}
      onChange={({ currentTarget: { value } }) => go({ against: value === "now" ? undefined : value })}
    />
  )
}

function AsItRead({ id, version }: { id: string; version: number }) {
  const { data, error } = useRead("get-doc-version", { id, version })
  if (error) return <Refusal error={error} />
  return (
    data && (
      <section className={`stack gap-4 shrinks ${styles.text}`} aria-label="Version text">
        <h3>{`${data.emoji ?? ""} ${data.title}`.trim()}</h3>
        <ConsoleDocText body={data.body} />
      </section>
    )
  )
}

/** Compares from the older to the newer one; null is the current text. */
function Compared({ id, chosen, other }: { id: string; chosen: number; other: number | null }) {
  const [before, after] = other !== null && other < chosen ? [other, chosen] : [chosen, other]
  const old = useRead("get-doc-version", { id, version: before })
  const now = useRead("get-doc-version", { id, version: after }, { ...(after === null && { staleTime: 0 }) })
  const compared = useMemo(
    () => old.data && now.data && compareDocs(old.data.body, now.data.body),
    [old.data, now.data],
  )
  const error = old.error ?? now.error
  if (error) return <Refusal error={error} />
  if (!compared || !old.data || !now.data) return null
  return (
    <section className={`stack gap-4 shrinks ${styles.text}`} aria-label="Changes">
      <p role="status" className="muted small pretty">
        {wordsOf(compared)}
      </p>
      <Title before={old.data} after={now.data} />
      <ConsoleDocText body={compared.body} />
    </section>
  )
}

function Title({ before, after }: Record<"before" | "after", { emoji: string | null; title: string }>) {
  const toText = ({ emoji, title }: { emoji: string | null; title: string }) => `${emoji ?? ""} ${title}`.trim()
  const [old, now] = [toText(before), toText(after)]
  if (old === now) return <h3>{now}</h3>
  return (
    <h3>
      <del>
        <span className={spoken.spoken}>before: </span>
        {old}
      </del>{" "}
      <ins>
        <span className={spoken.spoken}>after: </span>
        {now}
      </ins>
    </h3>
  )
}

function wordsOf({ added, removed, isSame }: { added: number; removed: number; isSame: boolean }): string {
  if (isSame) return "No changes."
  if (added === 0 && removed === 0) return "Only formatting changed."
  const count = (words: number) => (words === 1 ? "1 word" : `${words} words`)
  return `${count(added)} added, ${count(removed)} removed.`
}
