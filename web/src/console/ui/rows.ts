/** The keys that move the focus between rows. */
export const rowSteps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** The rows of the page's lists that are rendered, in order. */
const rows = () => [...document.querySelectorAll<HTMLElement>('main [role="row"][tabindex]')]

/** The row that had the focus last, and its place among the rendered rows. */
let last: { row: WeakRef<HTMLElement>; at: number } | undefined

/** Remembers the row that gets the focus. */
export function noteRow(row: HTMLElement): void {
  last = { row: new WeakRef(row), at: rows().indexOf(row) }
}

/** The row that had the focus last while it is rendered, or the row that took its place. */
export function currentRow(): HTMLElement | undefined {
  const shown = rows()
  const row = last?.row.deref()
  if (row && shown.includes(row)) return row
  return last && shown[Math.min(last.at, shown.length - 1)]
}

/** Moves the focus to the next row, or to the previous one. From outside of the list it goes to the current row. */
export function stepRow(step: 1 | -1): boolean {
  const shown = rows()
  const focused = shown.indexOf(document.activeElement as HTMLElement)
  const next = focused < 0 ? (currentRow() ?? shown[step === 1 ? 0 : shown.length - 1]) : shown[focused + step]
  next?.focus()
  return next !== undefined
}
