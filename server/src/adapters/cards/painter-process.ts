import { execFileSync } from "node:child_process"
import { constants, setPriority } from "node:os"
import { openPainter } from "./painter.ts"
import { type PaintError, pngLengthBytes } from "./painter-child.ts"
import type { PreviewCard } from "./port.ts"

// The whole program of the painting process. It receives one card at a time, and ends with its parent. Loading is
// complete now; threads that start from here on have the same priority.
if (process.argv.includes("when-idle")) yieldAlways()
const painter = openPainter()

process.on("message", async (card: PreviewCard) => {
  try {
    const png = await painter.paint(card)
    const length = Buffer.alloc(pngLengthBytes)
    length.writeUInt32BE(png.length)
    process.stdout.write(Buffer.concat([length, png]))
  } catch (error) {
    process.send?.({ error: String(error) } satisfies PaintError)
  }
})
process.on("disconnect", () => process.exit())

/**
 * Sets Linux's scheduling policy for background work (SCHED_IDLE) with `chrt`, so that other processes get the core at
 * once. With a low priority alone, this process would finish its time slice first. Without `chrt`, it has only the low
 * priority; where a sandbox refuses that too, it paints like any other process.
 */
function yieldAlways(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW)
    execFileSync("chrt", ["--idle", "--all-tasks", "--pid", "0", String(process.pid)], { stdio: "ignore" })
  } catch {}
}
