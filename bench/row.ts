/** One line of the report: a figure, and what it has to keep to. */
export interface Row {
  name: string
  value: number
  unit: string
  atLeast?: number
  atMost?: number
}

/** Tells whether a figure keeps to its target. */
export function isKept({ value, atLeast, atMost }: Row): boolean {
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
}
