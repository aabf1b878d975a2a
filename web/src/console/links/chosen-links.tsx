import { useQuery } from "@tanstack/react-query"
import { Button } from "../../kit/button.tsx"
import { readOf } from "../ask.ts"
import { ChosenBar } from "../ui/chosen-bar.tsx"
import { toast } from "../ui/toast.ts"
import { useAddress } from "../ui/use-address.ts"
import { useChange } from "../use-change.ts"
import { BulkPanel } from "./bulk-panel.tsx"
import type { Link } from "./columns.tsx"
import { LinksCsvButton } from "./csv-button.tsx"
import { saveAsCsv } from "./csv-of-links.ts"
import { staleLinks } from "./stale-links.ts"
import { changedLinks, useBulk } from "./use-bulk.ts"
import { type ChosenRows, partsOf } from "./use-chosen.ts"

interface Props {
  chosen: ChosenRows
  /** The loaded part of the list. */
  listed: readonly Link[]
  inTrash: boolean
  onAll(): void
  onNone(): void
}

/** The actions on chosen links. Once all loaded rows are chosen, it offers to choose the others too. */
export function ChosenLinks({ chosen, listed, inTrash, onAll, onNone }: Props) {
  const { go } = useAddress()
  const count = useQuery(readOf("count-links", { ...chosen.filter, ...(inTrash && { in_trash: true }) })).data?.links
  const words = chosen.isAll ? `All ${count?.toLocaleString() ?? ""} chosen` : `${chosen.ids.size} chosen`
  const hasOthers = !chosen.isAll && chosen.ids.size === listed.length && count !== undefined && count > listed.length
  return (
    <>
      <ChosenBar words={words} onNone={onNone}>
        {hasOthers && (
          <Button size="sm" variant="link" onClick={onAll}>
            Choose all {count.toLocaleString()}
          </Button>
        )}
        {inTrash ? (
          <TakeBack chosen={chosen} onDone={onNone} />
        ) : (
          <>
            <Button size="sm" variant="default" onClick={() => go({ do: "tag" })}>
              Tags
            </Button>
            <Button size="sm" variant="default" onClick={() => go({ do: "end" })}>
              Set the end
            </Button>
            <Csv chosen={chosen} listed={listed} />
            <Trash chosen={chosen} onDone={onNone} />
          </>
        )}
      </ChosenBar>
      <BulkPanel chosen={chosen} words={words} />
    </>
  )
}

function Csv({ chosen, listed }: Pick<Props, "chosen" | "listed">) {
  if (chosen.isAll) return <LinksCsvButton filter={chosen.filter} variant="default" />
  return (
    <Button size="sm" variant="default" onClick={() => saveAsCsv(listed.filter(({ id }) => chosen.ids.has(id)))}>
      Save as CSV
    </Button>
  )
}

interface MoveProps {
  chosen: ChosenRows
  onDone(): void
}

function Trash({ chosen, onDone }: MoveProps) {
  const restore = useChange("restore-links", { makesStale: staleLinks })
  const trash = useBulk("trash-links", {
    chosen,
    onDone: (answers) => {
      const undo = () => {
        for (const [at, which] of partsOf(chosen).entries()) {
          const together = { ...chosen.filter, trashed_at: answers[at]?.trashed_at }
          restore.mutate({ which: "ids" in which ? which : { filter: together } })
        }
      }
      const title = `${changedLinks(answers)} ${changedLinks(answers) === "One link" ? "is" : "are"} in the trash.`
      toast({ tone: "good", title, action: { label: "Undo", run: undo } })
      onDone()
    },
  })
  return (
    <Button size="sm" variant="default" isBusy={trash.isPending} onClick={() => trash.mutate({})}>
      Put into the trash
    </Button>
  )
}

function TakeBack({ chosen, onDone }: MoveProps) {
  const restore = useBulk("restore-links", {
    chosen,
    onDone: (answers) => {
      toast({ tone: "good", title: `${changedLinks(answers)} taken back.` })
      onDone()
    },
  })
  return (
    <Button size="sm" variant="default" isBusy={restore.isPending} onClick={() => restore.mutate({})}>
      Take out of the trash
    </Button>
  )
}
