import { type ChildProcess, fork } from "node:child_process"
import type { Socket } from "node:net"
import type { Readable } from "node:stream"
import { fileURLToPath } from "node:url"
import type { PreviewCard } from "./port.ts"

type PaintAnswer = { readonly png: Uint8Array } | PaintError

/** Sent as a message. A PNG is sent through the pipe, after its length, since a message would be copied three times. */
export interface PaintError {
  readonly error: string
}

/** The length before each PNG. */
export const pngLengthBytes = 4

export type PainterChild = ReturnType<typeof startPainter>

/** Settings of takumi's and Node's thread pools: painting uses one core, and leaves the others to requests. */
export const oneThread = { RAYON_NUM_THREADS: "1", UV_THREADPOOL_SIZE: "1" }

/**
 * Starts a process that paints on one core, and with `onlyWhenIdle` yields it to all other processes. The process is
 * killed when one card takes longer than `limitMs`. It keeps this process alive only while it paints.
 */
export function startPainter(limitMs: number, { onlyWhenIdle }: { onlyWhenIdle: boolean }) {
  const program = fileURLToPath(new URL("./painter-process.ts", import.meta.url))
  const child = fork(program, onlyWhenIdle ? ["when-idle"] : [], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    execArgv: [],
    env: oneThread,
  })
  let hasEnded = false
  let settle: (answer: PaintAnswer) => void = () => {}
  keepRunning(child, false)
  child.on("message", (answer: PaintError) => settle(answer))
  if (child.stdout) readPngs(child.stdout, (png) => settle({ png }))
  child.on("error", end).on("exit", end)

  return {
    hasEnded: () => hasEnded,
    kill: () => end(new Error("the painter was stopped")),
    /** Paints one card at a time. Rejects when the card cannot be painted, or the process ends first. */
    paint(card: PreviewCard): Promise<Uint8Array> {
      keepRunning(child, true)
      const limit = setTimeout(() => end(new Error("it took too long")), limitMs)
      return new Promise((resolve, reject) => {
        settle = (answer) => {
          clearTimeout(limit)
          keepRunning(child, false)
          if ("png" in answer) resolve(answer.png)
          else reject(new Error(`The card cannot be painted: ${answer.error}.`))
        }
        child.send(card, (error) => error && end(error))
      })
    },
  }

  function end(cause: Error | number | null): void {
    hasEnded = true
    child.kill("SIGKILL")
    settle({ error: cause instanceof Error ? cause.message : `the painter ended with status ${cause}` })
  }
}

function readPngs(pipe: Readable, deliver: (png: Buffer) => void): void {
  let length: number | undefined
  pipe.on("readable", () => {
    length ??= (pipe.read(pngLengthBytes) as Buffer | null)?.readUInt32BE()
    const png = length === undefined ? null : (pipe.read(length) as Buffer | null)
    if (!png || png.length !== length) return // more data follows, or none when the process was killed
    length = undefined
    deliver(png)
  })
}

function keepRunning(child: ChildProcess, isNeeded: boolean): void {
  const change = isNeeded ? "ref" : "unref"
  for (const handle of [child, child.channel, child.stdout as Socket | null]) handle?.[change]()
}
