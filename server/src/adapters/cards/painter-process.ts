import { execFileSync } from "node:child_process"
import { constants, setPriority } from "node:os"
import { openPainter } from "./painter.ts"
import { lengthBytes, type PaintError } from "./painter-child.ts"
import type { Card } from "./port.ts"

// The whole program of the process that paints. It is asked for one card at a time, and ends with its parent.
// Loading is over now; threads that start from here on have the same low priority.
setPriority(constants.priority.PRIORITY_LOW)
if (process.argv.includes("when-idle")) yieldAlways()
const painter = openPainter()

process.on("message", async (card: Card) => {
  try {
    const png = await painter.paint(card)
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32BE(png.length)
    process.stdout.write(Buffer.concat([length, png]))
  } catch (error) {
    process.send?.({ error: String(error) } satisfies PaintError)
  }
})
process.on("disconnect", () => process.exit())

/**
 * Asks Linux's `chrt` for the scheduling policy of background work (SCHED_IDLE), so that others get the core at once.
 * With only a low priority, a slice of some milliseconds is finished first. Without `chrt`, the low priority must do.
 */
function yieldAlways(): void {
  try {
    execFileSync("chrt", ["--idle", "--all-tasks", "--pid", "0", String(process.pid)], { stdio: "ignore" })
  } catch {}
}
