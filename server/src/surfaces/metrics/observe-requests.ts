import { record } from "#measure/measure.ts"
import { areaOf } from "./areas.ts"

interface LabelsOfAnswer {
  readonly request: readonly [endpoint: string, statusClass: string]
  readonly status: string
  readonly time: readonly [area: string, outcome: "good" | "bad"]
}

/**
 * Counts one answer, and its time, unless it was a stream (`undefined`). The endpoint is one of a table's, so the number
 * of pairs is limited. Their labels are made once.
 */
export function observeRequest(endpoint: string, status: number, seconds: number | undefined): void {
  const key = `${status} ${endpoint}`
  const labels = known.get(key) ?? labelsOf(endpoint, status)
  if (known.size < mostKnown) known.set(key, labels)
  record("http_requests_total", 1, labels.request)
  record("http_responses_total", 1, labels.status)
  if (seconds !== undefined) record("http_request_duration_seconds", seconds, labels.time)
}

/** The client learns that no storage is left. That is a limit, no failure. */
const storageIsFull = 507
const mostKnown = 5_000
const known = new Map<string, LabelsOfAnswer>()

function labelsOf(endpoint: string, status: number): LabelsOfAnswer {
  return {
    request: [endpoint, `${Math.floor(status / 100)}xx`],
    status: String(status),
    time: [areaOf(endpoint), status < 500 || status === storageIsFull ? "good" : "bad"],
  }
}
