import { parentPort, workerData } from "node:worker_threads"
import { decodeCalendar } from "./decode-calendar.ts"
import { CalendarFault } from "./limits.ts"
import type { CalendarWindow } from "./port.ts"
import { readCalendar } from "./read-calendar.ts"

const { file, window } = workerData as { file: Uint8Array; window: CalendarWindow }

try {
  parentPort?.postMessage({ calendar: readCalendar(decodeCalendar(file, window.charset), window) })
} catch (error) {
  if (!(error instanceof CalendarFault)) throw error
  parentPort?.postMessage({ fault: { message: error.message, hint: error.hint } })
}
