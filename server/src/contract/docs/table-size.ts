/** The limits of a table. A cell counts once for each column that it spans. */
export const largestTable = { columns: 100, cells: 10_000 }

export function isTableTooLarge(columnsOfRows: Iterable<number>): boolean {
  let cells = 0
  for (const columns of columnsOfRows) {
    cells += columns
    if (columns > largestTable.columns || cells > largestTable.cells) return true
  }
  return false
}
