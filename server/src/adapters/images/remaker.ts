import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { openFairQueue, QueueFull } from "#kernel/bounds/fair-queue.ts"
import { ServiceError } from "#kernel/error.ts"
import type { Log } from "#kernel/log.ts"
import { readPictureHeader } from "#kernel/pictures/picture-header.ts"
import { type Images, maxPictureBytes, type Picture, type PictureWish } from "./port.ts"

/** Decoded, these are 240 MB. Phones take photographs of 48 and 50 million pixels; the renderer decodes up to 64. */
const maxPixels = 60_000_000
/** `memoryKb` is in kB (RLIMIT_DATA). Node takes 580,000 of it, and a photograph of 49 million pixels 420,000. */
const defaults = { deadlineMs: 15_000, memoryKb: 1_500_000 }
/** The queue's limits: for all accounts together, and for one account. */
const lane = { atOnce: 1, waiting: 20, waitingOfOne: 5 }

/**
 * One process re-encodes each picture, one at a time; accounts take turns. A hostile file or a crash affects no other.
 */
export function openImages(log: Log, options: Partial<typeof defaults> = {}): Images {
  const { deadlineMs, memoryKb } = { ...defaults, ...options }
  const queue = openFairQueue(lane)
  let running: ChildProcess | undefined

  async function run(bytes: Uint8Array, wish: PictureWish): Promise<Picture> {
    running = startProcess(memoryKb)
    try {
      return await answerOf(running, { bytes, wish }, deadlineMs)
    } catch (error) {
      const cause = error instanceof ServiceError ? error.cause : error
      if (cause !== undefined) log.error({ error: String(cause) }, "A picture could not be re-encoded.")
      throw error instanceof ServiceError ? error : unreadable(error)
    } finally {
      running.kill("SIGKILL")
      running = undefined
    }
  }

  return {
    async remake(bytes, { accountId, ...wish }) {
      refuseUnfit(bytes)
      return queue(accountId, () => run(bytes, wish)).catch((error: unknown) => {
        throw error instanceof QueueFull ? tooManyAtOnce() : error
      })
    },
    async close() {
      running?.kill("SIGKILL")
    },
  }
}

function refuseUnfit(bytes: Uint8Array): void {
  if (bytes.length > maxPictureBytes) throw tooLarge()
  const header = readPictureHeader(bytes)
  if (!header) throw unreadable()
  if (header.width * header.height > maxPixels) throw tooManyPixels()
}

/** A shell sets the limit and becomes the process. A shell without this limit continues without it. */
const shell = "/bin/sh"
const limited = 'ulimit -d "$0" 2>/dev/null; exec "$@"'

function startProcess(memoryKb: number): ChildProcess {
  const program = [process.execPath, fileURLToPath(new URL("./remaker-process.ts", import.meta.url))] as const
  const options: SpawnOptions = {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
    env: { RAYON_NUM_THREADS: "1", UV_THREADPOOL_SIZE: "1" },
  }
  // Images without a shell have the limit of their container.
  if (process.platform === "win32" || !existsSync(shell)) return spawn(program[0], [program[1]], options)
  return spawn(shell, ["-c", limited, String(memoryKb), ...program], options)
}

function answerOf(
  child: ChildProcess,
  work: { bytes: Uint8Array; wish: PictureWish },
  deadlineMs: number,
): Promise<Picture> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => reject(tooMuch("it took too long")), deadlineMs)
    child.on("message", ({ picture }: { picture: Picture | undefined }) => {
      clearTimeout(deadline)
      if (picture) resolve(picture)
      else reject(unreadable())
    })
    child.on("error", reject)
    child.on("exit", () => {
      clearTimeout(deadline)
      reject(tooMuch("its process ended"))
    })
    child.send(work)
  })
}

const hint = "Choose a PNG, JPEG, WebP or GIF of at most 25 MB and 60 million pixels."

const unreadable = (cause?: unknown) =>
  new ServiceError("invalid_request", "This is not a picture that can be read.", { hint, cause })

const tooMuch = (cause: string) =>
  new ServiceError("invalid_request", "This picture is too large to process.", {
    hint: "Save it with fewer pixels, or in another format, and try again.",
    cause,
  })

const tooLarge = () => new ServiceError("invalid_request", "The picture has more than 25 MB.", { hint })

const tooManyPixels = () =>
  new ServiceError("invalid_request", "The picture has more than 60 million pixels.", { hint })

const tooManyAtOnce = () =>
  new ServiceError("rate_limited", "Too many pictures are being read at the moment.", {
    hint: "Try again in a few seconds.",
    retryAfterSeconds: 5,
  })
