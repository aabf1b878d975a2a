/** One line of the report. `ok` says whether `value` keeps to `target`. */
export interface Row {
  name: string
  value: number
  unit: string
  target: string
  ok: boolean
}

/** A figure that must not be below `least`. */
export function rowAtLeast(least: number, figure: Omit<Row, "target" | "ok">): Row {
  return { ...figure, target: `≥ ${least}`, ok: figure.value >= least }
}
