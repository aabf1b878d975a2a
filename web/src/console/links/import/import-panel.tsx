import { useEffect, useState } from "react"
import { Refusal } from "../../../kit/notice.tsx"
import { useRead } from "../../ask.ts"
import { SidePanel } from "../../ui/panels/panel.tsx"
import { CheckStep } from "./check-step.tsx"
import { chooseColumns } from "./choose-columns.ts"
import { ColumnStep } from "./column-step.tsx"
import { FileDrop } from "./file-drop.tsx"
import { MadeStep } from "./made-step.tsx"
import { PastImports } from "./past-imports.tsx"
import { type LinkFile, readLinkFile } from "./read-link-file.ts"
import { hasNames, toImportRows } from "./to-import-rows.ts"
import { type Chosen, rowsIn, useImport } from "./use-import.ts"

/** Imports links from a CSV file: the meaning of its columns, then a check of all rows, then the links. */
export function ImportPanel({ onClose }: { onClose(): void }) {
  const { chosen, progress, isBusy, error, take, check, make, edit } = useChosenFile()
  const domains = useRead("list-domains", {}).data?.items ?? []
  const own = domains.map(({ hostname }) => hostname)
  const waiting = domains.filter(({ state }) => state === "waiting").map(({ hostname }) => hostname)
  const steps = chosen && { chosen, onOther: () => edit(undefined) }
  return (
    <SidePanel title="Import links" onClose={onClose}>
      {error && <Refusal error={error} />}
      {!chosen && <Choose onFile={take} />}
      {steps && !chosen.rows && (
        <ColumnStep
          {...steps}
          own={own}
          onPlan={(plan) => edit({ ...chosen, plan })}
          onCheck={() => check({ ...chosen, rows: toImportRows(chosen.file, chosen.plan, own) })}
        />
      )}
      {steps && chosen.rows && !chosen.made && (
        <CheckStep
          {...steps}
          progress={progress}
          isBusy={isBusy}
          onMake={() => make(chosen)}
          onColumns={() => edit({ file: chosen.file, hasNames: chosen.hasNames, plan: chosen.plan })}
        />
      )}
      {chosen?.made && <MadeStep {...{ chosen, waiting, onClose }} made={chosen.made} />}
    </SidePanel>
  )
}

/** The chosen file: `take` reads it, `check` checks its rows, `make` makes its links. */
function useChosenFile() {
  const { progress, send, stop } = useImport()
  const [chosen, edit] = useState<Chosen>()
  const [error, refuse] = useState<Error>()
  useEffect(() => stop, [stop])
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    refuse(undefined)
    setBusy(true)
    await work().catch(refuse)
    setBusy(false)
  }
  const take = (file: File) => run(async () => edit(planFor(await readLinkFile(file))))
  const check = (found: Chosen) =>
    run(async () => {
      edit(found)
      const checked = await send(found.rows ?? [], { onlyChecks: true, fileName: found.file.name })
      edit({ ...found, checked })
    })
  const make = (found: Chosen) =>
    run(async () => {
      const made = await send(rowsIn("created", found.checked), { onlyChecks: false, fileName: found.file.name })
      edit({ ...found, made })
    })
  return { chosen, progress, isBusy, error, take, check, make, edit }
}

function planFor(file: LinkFile): Chosen {
  const choices = chooseColumns(file.header, (at) => file.rows.map(({ cells }) => cells[at] ?? ""))
  return {
    file,
    hasNames: hasNames(file, choices),
    plan: { choices, orders: {}, domains: {}, sameNames: "", passesQuery: false, makesNames: false },
  }
}

function Choose({ onFile }: { onFile(file: File): void }) {
  return (
    <>
      <FileDrop label="CSV file" choose="Choose file" accept=".csv,.tsv,.txt,text/csv" onFile={onFile} />
      <p>An export of this workspace or of another service, or a table of your own with a column of URLs.</p>
      <PastImports />
    </>
  )
}
