import sheet from "../../../kit/people/account-menu.module.css"
import styles from "./columns-menu.module.css"
import type { ChosenColumns } from "./use-columns.ts"

/** Hides and shows columns. `enhance/menu.ts` closes it. Phones, which hide these columns, do not show it. */
export function ColumnsMenu({ titles, hidden, toggle }: ChosenColumns) {
  return (
    <details className={styles.menu} data-menu>
      <summary>Columns</summary>
      <fieldset className={`sheet raised ${sheet.sheet}`} aria-label="Columns">
        {titles.map((title) => (
          <label key={title}>
            <input type="checkbox" checked={!hidden.has(title)} onChange={() => toggle(title)} /> {title}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
