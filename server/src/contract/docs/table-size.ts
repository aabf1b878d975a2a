/** How large a table may be. A cell counts once for each column that it covers. */
export const largestTable = { columns: 100, cells: 10_000 }

/** Tells whether a table is too large, by the columns that each of its rows has. */
export function isTableTooLarge(columnsOfRows: Iterable<number>): boolean {
  let cells = 0
  for (const columns of columnsOfRows) {
    cells += columns
    if (columns > largestTable.columns || cells > largestTable.cells) return true
  }
  return false
}
