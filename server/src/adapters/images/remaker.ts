import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { ServiceError } from "#kernel/error.ts"
import type { Log } from "#kernel/log.ts"
import { readPictureHeader } from "./picture-header.ts"
import { type Images, maxPictureBytes, type Picture, type PictureWish } from "./port.ts"

/** Decoded, that are 160 MB. */
const maxPixels = 40_000_000
const defaults = { deadlineMs: 15_000, queueLimit: 20 }

/**
 * Makes each picture anew in a process of its own that ends afterwards, one after the other: what a hostile file can
 * take is bounded, and a decoder that fails takes nothing else with it.
 */
export function openImages(log: Log, options: Partial<typeof defaults> = {}): Images {
  const { deadlineMs, queueLimit } = { ...defaults, ...options }
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let running: ChildProcess | undefined

  async function run(bytes: Uint8Array, wish: PictureWish): Promise<Picture> {
    running = startProcess()
    try {
      return await answerOf(running, { bytes, wish }, deadlineMs)
    } catch (error) {
      if (!(error instanceof ServiceError)) log.error({ error: String(error) }, "A picture was not made anew.")
      throw error instanceof ServiceError ? error : unreadable(error)
    } finally {
      running.kill("SIGKILL")
      running = undefined
    }
  }

  return {
    async remake(bytes, wish) {
      refuseUnfit(bytes)
      if (waiting >= queueLimit) throw tooManyAtOnce()
      waiting += 1
      const mine = last.then(() => run(bytes, wish))
      last = mine.catch(() => {})
      return mine.finally(() => {
        waiting -= 1
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

function startProcess(): ChildProcess {
  const program = fileURLToPath(new URL("./remaker-process.ts", import.meta.url))
  return fork(program, [], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
    execArgv: [],
    env: { RAYON_NUM_THREADS: "1", UV_THREADPOOL_SIZE: "1" },
  })
}

function answerOf(
  child: ChildProcess,
  work: { bytes: Uint8Array; wish: PictureWish },
  deadlineMs: number,
): Promise<Picture> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => reject(new Error("it took too long")), deadlineMs)
    child.on("message", ({ picture }: { picture: Picture | undefined }) => {
      clearTimeout(deadline)
      if (picture) resolve(picture)
      else reject(unreadable())
    })
    child.on("error", reject)
    child.on("exit", () => {
      clearTimeout(deadline)
      reject(new Error("its process ended"))
    })
    child.send(work)
  })
}

const hint = "Choose a PNG, JPEG, WebP or GIF of at most 25 MB and 40 million pixels."

const unreadable = (cause?: unknown) =>
  new ServiceError("invalid_request", "This is not a picture that can be read.", { hint, cause })

const tooLarge = () => new ServiceError("invalid_request", "The picture has more than 25 MB.", { hint })

const tooManyPixels = () =>
  new ServiceError("invalid_request", "The picture has more than 40 million pixels.", { hint })

const tooManyAtOnce = () =>
  new ServiceError("rate_limited", "Too many pictures are being read at the moment.", {
    hint: "Try again in a few seconds.",
    retryAfterSeconds: 5,
  })
