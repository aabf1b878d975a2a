import type { Zone } from "#kernel/zone.ts"

/** The time zones of one calendar. */
export interface Zones {
  /** The member's own, for dates and for times that name no zone. */
  own: Zone
  /** The zone that a TZID names. One that nobody knows is the member's own, and is counted. */
  find(tzid: string | undefined): Zone
  /** How often a zone was asked for that nobody knows. */
  unknown(): number
}
