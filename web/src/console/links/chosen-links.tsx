import { Button } from "../../kit/button.tsx"
import { stale, useChange, useRead } from "../ask.ts"
import { toast } from "../toast.ts"
import { ChangeButton } from "../ui/form.tsx"
import { ChosenBar } from "../ui/lists/chosen-bar.tsx"
import { CsvButton, downloadCsv } from "../ui/lists/csv-button.tsx"
import { partsOf } from "../ui/lists/use-chosen.ts"
import { AddressButton } from "../ui/panels/panel.tsx"
import { BulkPanel } from "./bulk-panel.tsx"
import type { Link } from "./link-states.ts"
import { linksCsv } from "./links-csv.ts"
import { type ChosenLinkRows, changedLinks, useBulk } from "./use-bulk.ts"

interface Props {
  chosen: ChosenLinkRows
  listed: readonly Link[]
  inTrash: boolean
  onAll(): void
  onNone(): void
}

/** The actions on chosen links. Once all loaded rows are chosen, it offers to choose the others too. */
export function ChosenLinks({ chosen, listed, inTrash, onAll, onNone }: Props) {
  const count = useRead("count-links", { ...chosen.filter, ...(inTrash && { inTrash: true }) }).data?.links
  const words = chosen.isAll ? `All ${count?.toLocaleString() ?? ""} selected` : `${chosen.ids.size} selected`
  const hasOthers = !chosen.isAll && chosen.ids.size === listed.length && count !== undefined && count > listed.length
  return (
    <>
      <ChosenBar words={words} onNone={onNone}>
        {hasOthers && (
          <Button size="sm" variant="link" onClick={onAll}>
            Select all {count.toLocaleString()}
          </Button>
        )}
        {inTrash ? (
          <>
            <TakeBack chosen={chosen} onDone={onNone} />
            <AddressButton size="sm" variant="default" label="Delete for good" to={{ do: "delete" }} />
          </>
        ) : (
          <>
            <AddressButton size="sm" variant="default" label="Edit tags" to={{ do: "tag" }} />
            <AddressButton size="sm" variant="default" label="Set expiry" to={{ do: "end" }} />
            <AddressButton size="sm" variant="default" label="Query parameters" to={{ do: "query" }} />
            <Csv chosen={chosen} listed={listed} />
            <Trash chosen={chosen} onDone={onNone} />
          </>
        )}
      </ChosenBar>
      <BulkPanel chosen={chosen} words={words} inTrash={inTrash} onGone={onNone} />
    </>
  )
}

function Csv({ chosen, listed }: Pick<Props, "chosen" | "listed">) {
  if (chosen.isAll) return <CsvButton {...linksCsv} input={chosen.filter} size="sm" variant="default" />
  const { fileName, rowsOf } = linksCsv
  const save = () => downloadCsv(fileName, rowsOf(listed.filter(({ id }) => chosen.ids.has(id))))
  return (
    <Button size="sm" variant="default" onClick={save}>
      Export CSV
    </Button>
  )
}

interface MoveProps {
  chosen: ChosenLinkRows
  onDone(): void
}

function Trash({ chosen, onDone }: MoveProps) {
  const restore = useChange("restore-links", { makesStale: stale.links })
  const trash = useBulk("trash-links", {
    chosen,
    onDone: (answers) => {
      const undo = () => {
        for (const [at, which] of partsOf(chosen).entries()) {
          const together = { ...chosen.filter, trashedAt: answers[at]?.trashedAt }
          restore.mutate({ which: "ids" in which ? which : { filter: together } })
        }
      }
      toast({ title: `${changedLinks(answers)} moved to trash`, action: { label: "Undo", run: undo } })
      onDone()
    },
  })
  return <ChangeButton size="sm" variant="default" label="Move to trash" change={trash} input={{}} />
}

function TakeBack({ chosen, onDone }: MoveProps) {
  const restore = useBulk("restore-links", {
    chosen,
    onDone: (answers) => {
      toast({ title: `${changedLinks(answers)} restored` })
      onDone()
    },
  })
  return <ChangeButton size="sm" variant="default" label="Restore" change={restore} input={{}} />
}
