import type { Zone } from "#kernel/time/zone.ts"

export interface Zones {
  /** The member's own zone, for dates and for times without a zone. */
  own: Zone
  /** Finds the zone of a TZID. An unknown one becomes the member's own zone, and is counted. */
  find(tzid: string | undefined): Zone
  unknown(): number
}
