import { mkdirSync } from "node:fs"
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { inClientSpan } from "#spans/span.ts"
import { composeMail } from "./compose-mail.ts"
import type { Mail, MailMessage, StoredMails } from "./port.ts"
import { readMessage } from "./read-message.ts"

const unfinishedEnd = ".unfinished"
/** Writing a message takes a moment, so an unfinished file older than this is from a process that died. */
const unfinishedMs = 60_000

/** Writes `.eml` files (RFC 5322), named in order of time. Removes unfinished files of dead processes. */
export function openOutbox(folder: string, from: string): Mail {
  mkdirSync(folder, { recursive: true })
  let sent = 0
  let sweptAt = Date.now()
  const swept = sweep(folder)
  return {
    send: (message) => inClientSpan("mail", () => send(message)),
    async close() {
      await swept
    },
    stored: openStoredMails(folder),
  }

  async function send(message: MailMessage): Promise<void> {
    await swept
    if (Math.abs(Date.now() - sweptAt) >= unfinishedMs) {
      sweptAt = Date.now()
      await sweep(folder)
    }
    const bytes = await composeMail(message, { from })
    sent += 1
    const name = `${new Date().toISOString().replaceAll(":", "-")}-${String(sent).padStart(6, "0")}-${message.id}`
    await writeWhole(join(folder, name), bytes)
  }
}

/** Removes files that no process can still be writing. Several processes may do it at the same time. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => name.endsWith(unfinishedEnd))) {
    const path = join(folder, name)
    const changed = await stat(path).catch(() => undefined)
    if (changed && Math.abs(Date.now() - changed.mtimeMs) >= unfinishedMs) await rm(path, { force: true })
  }
}

/** Writes `<path>.eml` under another name first, so that a reader never sees half a message. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const unfinished = `${path}${unfinishedEnd}`
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

const end = ".eml"

/** Reads the messages of an outbox folder. The name of a message's file is its id, and names sort by time. */
function openStoredMails(folder: string): StoredMails {
  const names = async () => (await readdir(folder)).filter((name) => name.endsWith(end)).sort()
  const read = async (name: string) => {
    const { to, subject, sentAt, text, html } = readMessage(await readFile(join(folder, name), "utf8"))
    return { id: name.slice(0, -end.length), to, subject, sentAt, text, html }
  }
  return {
    list: async (limit) => Promise.all((await names()).slice(-limit).reverse().map(read)),
    // The id is compared with the existing names, so that no id leads out of the folder.
    find: async (id) => {
      const name = (await names()).find((name) => name === `${id}${end}`)
      return name === undefined ? undefined : read(name)
    },
  }
}
