import { constants, fstatSync, openSync, write, writeSync } from "node:fs"
import { Socket } from "node:net"

/** An open file that accepts bytes without ever blocking. */
export interface Descriptor {
  /** Writes bytes; `done` gets how many were accepted. The error `EAGAIN` means that there is no room now. */
  take(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, taken: number) => void): void
  /** Writes all bytes at the end of the process. Returns false when none are accepted for a quarter of a second. */
  takeNow(bytes: Buffer): boolean
}

const patienceMs = 250
const pauseMs = 5

/**
 * A stalled pipe would block its writer and the process's exit, so it is non-blocking (`EAGAIN`). It is reopened, since
 * other processes would share the flag. One of Node's threads writes a file, since its disk may be slow.
 */
export function openDescriptor(fd: number): Descriptor {
  const kind = fstatSync(fd)
  if (kind.isSocket()) new Socket({ fd, readable: false }).on("error", () => {}) // sets the flag; sockets cannot be reopened
  const ready = kind.isFIFO() || kind.isCharacterDevice() ? reopen(fd) : kind.isSocket() ? fd : undefined
  return {
    take:
      ready === undefined ? (bytes, done) => write(fd, bytes, done) : (bytes, done) => takeAtOnce(ready, bytes, done),
    takeNow: (bytes) => takeAll(ready ?? fd, bytes),
  }
}

/** Undefined where the system has no such path. */
function reopen(fd: number): number | undefined {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_APPEND)
  } catch {
    return undefined
  }
}

function takeAtOnce(fd: number, bytes: Buffer, done: Parameters<Descriptor["take"]>[1]): void {
  let taken = 0
  let fault: NodeJS.ErrnoException | null = null
  try {
    taken = writeSync(fd, bytes)
  } catch (error) {
    fault = error as NodeJS.ErrnoException
  }
  done(fault, taken)
}

function takeAll(fd: number, bytes: Buffer): boolean {
  let at = 0
  let until = Date.now() + patienceMs
  while (at < bytes.length) {
    takeAtOnce(fd, bytes.subarray(at), (error, taken) => {
      if (taken > 0) until = Date.now() + patienceMs
      at += taken
      if (error !== null && error.code !== "EAGAIN") until = 0
    })
    if (Date.now() > until) return false
    if (at < bytes.length) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
  }
  return true
}
