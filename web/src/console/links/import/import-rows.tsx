import type { TableFileRow } from "../link-table.ts"
import styles from "./import-panel.module.css"
import type { Fault } from "./use-import.ts"

const shown = { rows: 5, faults: 100 }

/** The first rows of a file, so that a wrong column is noticed. */
export function FirstRows({ rows }: { rows: readonly TableFileRow[] }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Destination</th>
            <th scope="col">Short name</th>
            <th scope="col">Tags</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown.rows).map(({ line, link }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>
                <bdi>{link.destination}</bdi>
              </td>
              <td>{link.slug ?? "Random"}</td>
              <td>
                <bdi>{link.tags}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function Faults({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null
  const more = faults.length - shown.faults
  return (
    <ul className={styles.faults}>
      {faults.slice(0, shown.faults).map(({ row, reason }) => (
        <li key={row.line}>
          <strong>Line {row.line}</strong> <bdi>{reason}</bdi>
        </li>
      ))}
      {more > 0 && <li>And {more.toLocaleString()} more.</li>}
    </ul>
  )
}
