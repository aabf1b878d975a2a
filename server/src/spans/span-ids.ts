import { randomFillSync } from "node:crypto"

const traceIdBytes = 16
const spanIdBytes = 8
/** Random bytes are read in large parts, since each read costs more than a span. */
const pool = Buffer.allocUnsafeSlow(4_096)
let used = pool.length

export const newTraceId = () => randomHex(traceIdBytes)
export const newSpanId = () => randomHex(spanIdBytes)

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.toString("hex", used - bytes, used)
}
