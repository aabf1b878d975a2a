import { type ComponentProps, useState } from "react"
import { Refused } from "../../../api/call.ts"
import { Button } from "../../../kit/button.tsx"
import { cursorAfter } from "../../ask.ts"
import { ask, type InputOf, type ReadName } from "../../calls.ts"
import { toast } from "../../toast.ts"
import { save } from "../save.ts"
import { type CsvTable, writeCsv } from "./csv-text.ts"
import { type ItemOf, onlyListOf } from "./use-list.ts"

interface Props<Name extends ReadName> extends Pick<ComponentProps<typeof Button>, "size" | "variant"> {
  fileName: string
  rowsOf(items: readonly ItemOf<Name>[]): CsvTable
  read: Name
  input: InputOf<Name>
}

/** Saves all rows of a list as a CSV file, including those that are not loaded yet. */
export function CsvButton<Name extends ReadName>({ fileName, rowsOf, read, input, ...look }: Props<Name>) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      downloadCsv(fileName, rowsOf(await readAll(read, input)))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      toast({ tone: "bad", title: error.message, text: error.hint })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button {...look} isBusy={isBusy} onClick={run}>
      Export CSV
    </Button>
  )
}

async function readAll<Name extends ReadName>(name: Name, input: InputOf<Name>): Promise<ItemOf<Name>[]> {
  const items: ItemOf<Name>[] = []
  let cursor: string | undefined
  do {
    const answer = await ask(name, { ...(input as object), limit: 100, ...(cursor && { cursor }) } as InputOf<Name>)
    items.push(...onlyListOf(answer as object))
    cursor = cursorAfter(answer)
  } while (cursor)
  return items
}

/** Saves a table as a CSV file (RFC 4180). The first row names the columns. */
export function downloadCsv(fileName: string, rows: CsvTable): void {
  save(new Blob(["\ufeff", writeCsv(rows)], { type: "text/csv;charset=utf-8" }), fileName)
}
