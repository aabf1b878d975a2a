import { median } from "./load.ts"
import type { Row } from "./row.ts"
import { importsMs, startService, temporaryDataDir } from "./servers.ts"

/**
 * From the start of the process to its first 200, on an empty data folder, beside a process that only imports the four
 * libraries that every start needs; in turns, since this machine's pace changes within minutes. And the memory two
 * seconds later.
 */
export async function startupRows(rounds = 9): Promise<Row[]> {
  const ratios: number[] = []
  const memory: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const before = await importsMs()
    const service = await startService(temporaryDataDir())
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    // The first start fills Node's compile cache, as the first start on any machine does.
    if (round > 0) {
      ratios.push(service.startMs / ((before + (await importsMs())) / 2))
      memory.push(service.memoryMb())
    }
    await service.stop()
  }
  const start = median(ratios)
  const idle = median(memory)
  return [
    {
      name: "start to first 200 to its libraries' imports",
      value: start,
      unit: "ratio",
      target: "≤ 2",
      ok: start <= 2,
    },
    { name: "idle memory", value: idle, unit: "MB", target: "≤ 130", ok: idle <= 130 },
  ]
}
