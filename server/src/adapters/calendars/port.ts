/** The part of time that is wanted, epoch milliseconds, and the zone for what the calendar gives no zone. */
export interface CalendarWindow {
  from: number
  to: number
  /** IANA name of the member's own zone: all-day and floating events are in it. */
  timeZone: string
}

/** A time when somebody is not free. */
export interface BusySpan {
  /** Epoch milliseconds. */
  startsAt: number
  endsAt: number
  /** As it is in the calendar, cut: somebody else's words, to be cleaned before they are shown. */
  title: string
  isAllDay: boolean
}

export interface ReadCalendar {
  /** What overlaps the window, by time. */
  busy: BusySpan[]
  /** Events that could not be understood and are left out. */
  unreadableEvents: number
  /** Events in a time zone that nobody knows and the calendar does not describe: read as if in the member's own. */
  unknownZoneEvents: number
}

/** Reads iCalendar files (RFC 5545) that strangers made. */
export interface Calendars {
  /**
   * Reads a file, in limited time and memory.
   *
   * @throws ServiceError `invalid_request` for what is no calendar, or takes too much to read.
   */
  read(file: Uint8Array, window: CalendarWindow): Promise<ReadCalendar>
  close(): Promise<void>
}
