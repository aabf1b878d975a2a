import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { createInterface } from "node:readline"
import type { TestContext } from "node:test"

interface KeptMessage {
  readonly uid: number
  readonly text: string
  readonly flags: Set<string>
}

export interface ScriptedImap {
  readonly url: string
  readonly messages: KeptMessage[]
  /** The commands that came, without their tags. */
  readonly commands: string[]
}

/** Returns a reply without its tag, such as `NO broken`, `hang up`, or nothing for the usual reply. */
export type ImapScript = (command: string) => string | undefined

/** A mail server with one folder that answers a command as its script says. */
export async function scriptedImap(
  t: TestContext,
  texts: readonly string[],
  script: ImapScript = () => undefined,
): Promise<ScriptedImap> {
  const messages = texts.map((text, at) => ({ uid: at + 1, text, flags: new Set<string>() }))
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.write("* OK [CAPABILITY IMAP4rev1 UIDPLUS AUTH=PLAIN] ready\r\n")
    createInterface(socket).on("line", (line) => {
      const [, tag = "", command = ""] = /^(\S+) (.*)$/.exec(line) ?? []
      commands.push(command)
      const reply = script(command)
      if (reply === "hang up") return socket.destroy()
      if (reply === undefined) for (const text of answersOf(messages, command)) socket.write(`* ${text}\r\n`)
      socket.write(`${tag} ${reply ?? "OK done"}\r\n`)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `imap://bounces:secret@127.0.0.1:${port}/INBOX`, messages, commands }
}

function answersOf(messages: KeptMessage[], command: string): string[] {
  const uid = Number(/^UID \w+ (\d+)/.exec(command)?.[1])
  const message = messages.find((message) => message.uid === uid)
  if (command.startsWith("LIST")) return ['LIST () "/" INBOX']
  if (command.startsWith("SELECT")) return [`${messages.length} EXISTS`, "OK [UIDVALIDITY 1] valid", "FLAGS (\\Seen)"]
  if (command.startsWith("UID SEARCH")) {
    const unread = messages.filter(({ flags }) => !flags.has("\\Seen") && !flags.has("\\Deleted"))
    return [`SEARCH ${unread.map(({ uid }) => uid).join(" ")}`]
  }
  if (!message) return []
  if (command.startsWith("UID FETCH"))
    return [`1 FETCH (UID ${uid} BODY[]<0> {${Buffer.byteLength(message.text)}}\r\n${message.text})`]
  if (command.startsWith("UID STORE")) for (const [flag] of command.matchAll(/\\\w+/g)) message.flags.add(flag)
  if (command.startsWith("UID EXPUNGE")) messages.splice(messages.indexOf(message), 1)
  return []
}
