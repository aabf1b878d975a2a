/** Limits for a calendar. A real one, even with ten busy years, stays far below them. */
export const limits = {
  events: 20_000,
  /** Busy spans inside the window. */
  spans: 2_000,
  /** Instances of one event that may reach into the window. */
  instances: 20_000,
  /** Characters of an unfolded line that is read. */
  lineLength: 20_000,
  nesting: 8,
  /** Times of day that one rule may name: its hours × minutes × seconds. */
  timesOfDay: 96,
  /** Steps of all rules together: one for each period of a rule, and one for each ten days in it. */
  steps: 2_500_000,
}

/** The refusal of a whole calendar. Message and hint are sentences for the person who provided it. */
export class CalendarFault extends Error {
  override readonly name = "CalendarFault"
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

export const tooMuch = (what: string) =>
  new CalendarFault(`This calendar has ${what}.`, "Use one with fewer or simpler events.")

/** Counts work, and throws when it exceeds `limits.steps`. */
export type Spend = (steps: number) => void

export function openBudget(): Spend {
  let left = limits.steps
  return (steps) => {
    left -= steps
    if (left < 0) throw tooMuch("rules that are too complex")
  }
}
