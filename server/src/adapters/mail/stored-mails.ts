import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import type { StoredMails } from "./port.ts"
import { readMessage } from "./read-message.ts"

const end = ".eml"

/** Reads the messages of an outbox folder. The name of a message's file is its id, and names sort by time. */
export function openStoredMails(folder: string): StoredMails {
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
