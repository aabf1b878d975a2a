/** The requested span of time, in epoch milliseconds, and the zone for times without one. */
export interface CalendarWindow {
  from: number
  to: number
  /** IANA name of the member's own zone: all-day and floating events are in it. */
  timeZone: string
  /** The member's addresses, in lower case: events that they declined do not make them busy. */
  addresses?: readonly string[]
  /** The file's encoding, as its server names it. */
  charset?: string | undefined
}

export interface BusySpan {
  /** Epoch milliseconds. */
  startsAt: number
  endsAt: number
  /** The calendar's text, cut. It is untrusted, so clean it before showing it. */
  title: string
  isAllDay: boolean
}

/** Untrusted texts of the calendar. A title may be empty; a date is like `2026-11-20`. */
export interface LeftOutEvent {
  title: string
  date?: string
}

export interface ReadCalendar {
  /** The spans that overlap the window, in order of time. */
  busy: BusySpan[]
  /** Events that could not be understood and were left out, and the names of the first of them. */
  unreadableEvents: number
  leftOut: LeftOutEvent[]
  /** Events in an unknown time zone that the calendar does not describe. They are read in the member's own zone. */
  unknownZoneEvents: number
}

/** Reads untrusted iCalendar files (RFC 5545). */
export interface Calendars {
  /** Limits time and memory. @throws ServiceError `invalid_request` when it is no calendar, or exceeds a limit. */
  read(file: Uint8Array, window: CalendarWindow): Promise<ReadCalendar>
  close(): Promise<void>
}
