import { useState } from "react"
import { Button } from "../../../kit/button.tsx"
import { TwoLines } from "../../ui/values/two-lines.tsx"
import styles from "./import-panel.module.css"
import type { RowResult } from "./use-import.ts"

const step = 100

const order = { refused: 0, created: 1, exists: 2 }

/** What an import does with each row of a file; refused rows come first, then those that lose something. */
export function ImportRows({ results }: { results: readonly RowResult[] }) {
  const [most, showMore] = useState(step)
  const placeOf = ({ state, reason }: RowResult) => order[state] - (reason ? 0.5 : 0)
  const sorted = results.toSorted((one, other) => placeOf(one) - placeOf(other))
  const more = sorted.length - most
  return (
    <>
      <table className={`smaller wide ${styles.rows}`}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Link</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, most).map((result) => (
            <ImportRow key={result.row.line} {...result} />
          ))}
        </tbody>
      </table>
      {more > 0 && (
        <Button size="sm" variant="subtle" onClick={() => showMore(most + step)}>
          Show {Math.min(more, step)} more
        </Button>
      )}
    </>
  )
}

function ImportRow({ row, state, place, destination, reason }: RowResult) {
  return (
    <tr data-state={state}>
      <td>{row.line}</td>
      <td>
        <TwoLines below={destination}>
          <Place text={place ?? "Random"} />
        </TwoLines>
      </td>
      <td>{reason ? <bdi>{reason}</bdi> : { created: "Create", exists: "No change", refused: "" }[state]}</td>
    </tr>
  )
}

/** A place breaks after the domain, if it is too long. */
function Place({ text }: { text: string }) {
  const [first, ...rest] = text.split("/")
  return (
    <bdi>
      {first}
      {rest.length > 0 && "/"}
      <wbr />
      {rest.join("/")}
    </bdi>
  )
}
