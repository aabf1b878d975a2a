import { Worker } from "node:worker_threads"
import { Turns } from "#kernel/bounds/turns.ts"
import { ServiceError } from "#kernel/error.ts"
import type { Calendars, CalendarWindow, ReadCalendar } from "./port.ts"

export interface ReaderOptions {
  /** The time to read one file. */
  deadlineMs?: number
  /** The limit of JavaScript's heap while one file is read. */
  maxHeapMb?: number
}

type Message = { calendar: ReadCalendar } | { fault: { message: string; hint: string } }

/** How many files are read at the same time; below, how many may wait. */
const concurrency = 2
const queueLimit = 50

/** A separate thread reads each calendar: a hostile file's memory is freed, and its work ends at the deadline. */
export function openCalendars({ deadlineMs = 5_000, maxHeapMb = 128 }: ReaderOptions = {}): Calendars {
  const turns = new Turns(queueLimit, tooManyAtOnce)
  const running = new Set<Worker>()
  return {
    read: (file, window) =>
      turns.run("", concurrency, async () => {
        const worker = openThread(file, window, maxHeapMb)
        running.add(worker)
        try {
          return await answerOf(worker, deadlineMs)
        } finally {
          await worker.terminate()
          running.delete(worker)
        }
      }),
    async close() {
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

function openThread(file: Uint8Array, window: CalendarWindow, maxHeapMb: number): Worker {
  return new Worker(new URL("./reader-thread.ts", import.meta.url), {
    workerData: { file, window },
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
}

function answerOf(worker: Worker, deadlineMs: number): Promise<ReadCalendar> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooHard()), deadlineMs)
    worker.on("message", (message: Message) => {
      if ("calendar" in message) resolve(message.calendar)
      else reject(new ServiceError("invalid_request", message.fault.message, { hint: message.fault.hint }))
    })
    worker.on("error", (error) => reject(tooHard(error)))
    worker.on("exit", () => {
      clearTimeout(timer)
      reject(tooHard())
    })
  })
}

/** Too little time or memory, or an internal fault: the person gets the same refusal. */
const tooHard = (cause?: unknown) =>
  new ServiceError("invalid_request", "This calendar is too complex to read.", {
    hint: "Use one with fewer or simpler events.",
    cause,
  })

const tooManyAtOnce = () =>
  new ServiceError("rate_limited", "Too many calendars are being read.", {
    hint: "Try again in a few seconds.",
    retryAfterSeconds: 5,
  })
