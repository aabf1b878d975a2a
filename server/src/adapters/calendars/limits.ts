/** Limits for a calendar. A real one, even with ten busy years, stays far below them. */
export const limits = {
  /** Single events that are over are not counted. */
  events: 20_000,
  /** Busy spans inside the window. */
  spans: 2_000,
  /** Above `spans`, series with more spans than this are left out, the longest first. */
  spansOfSeries: 200,
  /** Instances of one event that may reach into the window. */
  instances: 20_000,
  /** Characters of an unfolded line that is read. */
  lineLength: 100_000,
  nesting: 8,
  /** Times of day that one rule may name: its hours × minutes × seconds. */
  timesOfDay: 96,
  /** Steps of all rules together: one for each period of a rule, and one for each ten days in it. */
  steps: 2_500_000,
  stepsOfOne: 250_000,
  namedEvents: 20,
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

/** Counts the work of one series, which ends with an Error before it takes the calendar's budget. */
export function openShare(spend: Spend): Spend {
  let left = limits.stepsOfOne
  return (steps) => {
    spend(steps)
    left -= steps
    if (left < 0) throw new Error("The event's rules are too complex.")
  }
}
