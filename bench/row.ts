/** One line of the report: a figure and its target. */
export interface BenchRow {
  name: string
  value: number
  unit: string
  atLeast?: number
  atMost?: number
}

/** Whether a figure meets its target. */
export function isKept({ value, atLeast, atMost }: BenchRow): boolean {
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
}
