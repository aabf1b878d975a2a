/** One line of the report. `ok` says whether `value` keeps to `target`. */
export interface Row {
  name: string
  value: number
  unit: string
  target: string
  ok: boolean
}
