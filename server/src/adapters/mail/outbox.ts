import { mkdirSync } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { toMailOptions } from "./message.ts"
import type { Mail } from "./port.ts"

/**
 * Writes each message to an `.eml` file (RFC 5322) in `folder`, which is made when it is missing. The names sort by the
 * time of sending.
 */
export function openOutbox(folder: string, from: string): Mail {
  mkdirSync(folder, { recursive: true })
  let sent = 0
  return {
    async send(message) {
      const { createTransport } = await import("nodemailer") // not before it is needed: it is half a megabyte of code
      const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" })
      const composed = await composer.sendMail(toMailOptions(message, from))
      sent += 1
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${String(sent).padStart(6, "0")}-${message.id}`
      await writeWhole(join(folder, name), composed.message as Buffer)
    },
    async close() {},
  }
}

/** Writes `<path>.eml` under another name first, so that a reader never sees half a message. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const unfinished = `${path}.unfinished`
  const file = await open(unfinished, "wx")
  try {
    await file.writeFile(bytes)
    await file.sync()
    await rename(unfinished, `${path}.eml`)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
