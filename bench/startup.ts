import { mediansOf } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { importsMs, startService } from "./servers.ts"

/**
 * The time from the start of the process to its first 200, on an empty data folder, compared with a process that only
 * imports the four libraries of every start; in turns, since the machine's speed changes within minutes. And the memory
 * two seconds later.
 */
export async function startupRows(rounds = 9): Promise<BenchRow[]> {
  await measureStart() // fills Node's compile cache, as the first start on any machine does
  const { ratio, memoryMb } = await mediansOf(rounds, measureStart)
  return [
    { name: "start to first 200 to its libraries' imports", value: ratio, unit: "ratio", atMost: 2 },
    { name: "idle memory", value: memoryMb, unit: "MB", atMost: 130 },
  ]
}

async function measureStart(): Promise<{ ratio: number; memoryMb: number }> {
  const before = await importsMs()
  const service = await startService()
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const ratio = service.startMs / ((before + (await importsMs())) / 2)
  const memoryMb = service.memoryMb()
  await service.stop()
  return { ratio, memoryMb }
}
