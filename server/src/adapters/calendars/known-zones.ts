import type { Zone } from "#kernel/time/zone.ts"

export interface Zones {
  own: Zone
  /** The zone of times that name none: the calendar's, or else the member's own. */
  floating: Zone
  /** Finds the zone of a TZID. An unknown one becomes the member's own zone, and is counted. */
  find(tzid: string): Zone
  unknown(): number
  /** The zones in which a time in UTC may be the midnight of a whole day. */
  ofMidnights: Zone[]
}
