import type { Descriptor } from "./log-descriptor.ts"

/** The destination of log lines. It never blocks a writer: lines that it cannot accept soon are dropped and counted. */
export interface LogOutput {
  /** @param line one line with its line feed. */
  write(line: string): void
  dropped(): number
  /** Writes the rest, at the end of the process. */
  end(): void
}

interface Block {
  bytes: Buffer
  lines: number
  taken: number
}

const blockBytes = 64_000
/** The most that waits for a slow reader: about a megabyte. Beyond it, lines are dropped. */
const mostBlocks = 16
const handOverMs = 500
const retryMs = 50

/**
 * Writes blocks, at least every half second, since each write costs as much as many lines. Joining lines later would be
 * slow. `droppedLine` makes the line that reports dropped lines.
 */
export function openLogOutput(descriptor: Descriptor, droppedLine: (count: number) => string): LogOutput {
  const queue = openQueue(descriptor, droppedLine)
  let bytes = Buffer.allocUnsafe(blockBytes)
  let used = 0
  let lines = 0
  let soon: NodeJS.Timeout | undefined
  const handOver = () => {
    clearTimeout(soon)
    if (lines === 0) return
    queue.add({ bytes: bytes.subarray(0, used), lines, taken: 0 })
    bytes = Buffer.allocUnsafe(blockBytes)
    used = 0
    lines = 0
  }
  return {
    write(line) {
      const mostBytes = line.length * 3 // in UTF-8
      if (used + mostBytes > blockBytes) handOver()
      if (mostBytes > blockBytes) return queue.add(blockOf(line))
      if (lines === 0) soon = setTimeout(handOver, handOverMs).unref()
      used += bytes.write(line, used)
      lines += 1
    },
    dropped: queue.dropped,
    end() {
      handOver()
      queue.end()
    },
  }
}

/** The queue of blocks for a descriptor, written one at a time. */
function openQueue(descriptor: Descriptor, droppedLine: (count: number) => string) {
  const backlog = openBacklog(droppedLine)
  const { waiting } = backlog
  let isTaking = false

  const hear = (block: Block, error: NodeJS.ErrnoException | null, taken: number) => {
    isTaking = false
    block.taken += taken
    if (error !== null && error.code !== "EAGAIN") backlog.giveUpFirst(block)
    if (block.taken < block.bytes.length) return void setTimeout(pump, retryMs).unref()
    backlog.finishFirst()
    pump()
  }
  const pump = () => {
    const [block] = waiting
    if (isTaking || !block) return
    isTaking = true
    descriptor.take(block.bytes.subarray(block.taken), (error, taken) => hear(block, error, taken))
  }
  return {
    add(block: Block) {
      if (backlog.add(block)) pump()
    },
    dropped: backlog.dropped,
    end() {
      // A block that a thread is writing is written before the process ends.
      for (const block of isTaking ? waiting.slice(1) : waiting) {
        if (!descriptor.takeNow(block.bytes.subarray(block.taken))) return
      }
    },
  }
}

function openBacklog(droppedLine: (count: number) => string) {
  const waiting: Block[] = []
  let dropped = 0
  let unreported = 0

  const drop = (block: Block) => {
    const lost = block.taken === 0 ? block.lines : linesOf(block.bytes.subarray(block.taken))
    dropped += lost
    unreported += lost
  }
  return {
    waiting: waiting as readonly Block[],
    dropped: () => dropped,
    add(block: Block): boolean {
      const hasRoom = waiting.length < mostBlocks
      if (hasRoom) waiting.push(block)
      else drop(block)
      return hasRoom
    },
    giveUpFirst(block: Block): void {
      waiting.shift()
      drop(block)
      // A partial line must not run into the next one, even while the disk stays full.
      if (block.taken > 0 || block.lines === 0) waiting.unshift(newLine())
    },
    finishFirst(): void {
      waiting.shift()
      if (unreported > 0) waiting.unshift(blockOf(droppedLine(unreported)))
      unreported = 0
    },
  }
}

const blockOf = (line: string): Block => ({ bytes: Buffer.from(line), lines: 1, taken: 0 })
/** How many lines end in these bytes. */
const linesOf = (bytes: Buffer) => bytes.filter((byte) => byte === lineFeed).length
const lineFeed = 10
const newLine = (): Block => ({ bytes: Buffer.from("\n"), lines: 0, taken: 0 })
