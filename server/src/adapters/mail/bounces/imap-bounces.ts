import { ImapFlow, type ImapFlowOptions } from "imapflow"
import type { Bounces } from "../port.ts"
import { isHere } from "../smtp-address.ts"
import { readReport } from "./read-report.ts"

const mostBytes = 256 * 1024
const bounds = { maxLineLength: 1_000_000, maxLiteralSize: 1_000_000, maxResponseSize: 3_000_000 }
const mostMessages = 200

type Note = Parameters<Bounces["read"]>[0]

interface Mailbox {
  /** `imaps://user:password@host:port/folder`. */
  readonly url: string
  /** The address before which each mail's token is put. */
  readonly address: string
}

/** Reads the bounces of this service's mails from a mailbox by IMAP. */
export function openImapBounces({ url, address }: Mailbox): Bounces {
  const folder = decodeURIComponent(new URL(url).pathname.slice(1)) || "INBOX"
  const failed = new Set<number>()
  const inMailbox = async (work: (client: ImapFlow) => Promise<void>) => {
    const client = new ImapFlow(readImapAddress(url))
    client.on("error", () => {}) // the call that waits for the server fails, too
    try {
      await client.connect()
      const lock = await client.getMailboxLock(folder)
      try {
        if ((client.mailbox || undefined)?.readOnly) throw new Error("The folder is read-only.")
        await work(client)
      } finally {
        lock.release()
      }
      await client.logout()
    } finally {
      client.close()
    }
  }
  return {
    read: (note) =>
      inMailbox(async (client) => {
        const unread = await client.search({ seen: false, deleted: false }, { uid: true })
        if (!unread) throw new Error("The mail server does not say which messages are unread.")
        // A message that failed before, such as one that its server cannot read, stops no other one.
        const inOrder = unread.toSorted((one, other) => Number(failed.has(one)) - Number(failed.has(other)))
        for (const uid of inOrder.slice(0, mostMessages)) {
          failed.add(uid)
          await readMessage(client, uid, { address, note })
          failed.delete(uid)
        }
      }),
    check: () => inMailbox(async () => {}),
  }
}

async function readMessage(client: ImapFlow, uid: number, { address, note }: { address: string; note: Note }) {
  const message = await client.fetchOne(`${uid}`, { source: { maxLength: mostBytes } }, { uid: true })
  const source = (message ? message.source : undefined) ?? Buffer.alloc(0)
  const [token, report] = [findToken(source, address), readReport(source)]
  const isBounce = token !== undefined && report !== undefined
  if (isBounce) await note({ token, ...report })
  // Some servers keep deleted messages, so a bounce is marked as read, too.
  const isMarked = await client.messageFlagsAdd(`${uid}`, ["\\Seen"], { uid: true })
  if (!isMarked) throw new Error("The mail server does not mark a message as read.")
  if (isBounce) await client.messageDelete(`${uid}`, { uid: true })
}

/** Finds the token in a message's recipient address. Only recipients of the mail, and their servers, know it. */
export function findToken(source: Buffer, address: string): string | undefined {
  const [name = "", host = ""] = address.split("@").map((part) => part.replace(/[^\w]/g, "\\$&"))
  return new RegExp(`${name}\\+([0-9a-f]{16,40})@${host}`, "i").exec(source.toString("latin1"))?.[1]?.toLowerCase()
}

/** Off this machine, the password is sent only on an encrypted connection to a known host. */
function readImapAddress(url: string): ImapFlowOptions {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const secure = protocol === "imaps:"
  const host = hostname.replace(/^\[|\]$/g, "")
  const rejectUnauthorized = searchParams.get("tls.rejectUnauthorized") ?? String(!isHere(host))
  return {
    ...{ host, port: Number(port) || (secure ? 993 : 143), secure },
    ...(!secure && !isHere(host) && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    tls: { rejectUnauthorized: rejectUnauthorized !== "false" },
    ...bounds,
    ...{
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: 30_000,
      greetingTimeout: 30_000,
      socketTimeout: 60_000,
    },
  }
}
