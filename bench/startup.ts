import { median } from "./load.ts"
import type { Row } from "./row.ts"
import { startService, temporaryDataDir } from "./servers.ts"

/** From the start of the process to its first 200, on an empty data folder, and the memory two seconds later. */
export async function startupRows(rounds = 5): Promise<Row[]> {
  const starts: number[] = []
  const memory: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const service = await startService(temporaryDataDir())
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    // The first start fills Node's compile cache, as the first start on any machine does.
    if (round > 0) {
      starts.push(service.startMs)
      memory.push(service.memoryMb())
    }
    await service.stop()
  }
  const start = median(starts)
  const idle = median(memory)
  return [
    { name: "start to first 200 (new database)", value: start, unit: "ms", target: "≤ 600", ok: start <= 600 },
    { name: "idle memory", value: idle, unit: "MB", target: "≤ 130", ok: idle <= 130 },
  ]
}
