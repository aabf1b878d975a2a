import { type ByteReader, MalformedBytes, readBytes } from "./byte-reader.ts"
import { checkPresence } from "./presence-frame.ts"

/**
 * What a client may say of a doc: that it opens it, what it has, all that the service lacks, what it wrote, where its
 * cursor is, that it leaves.
 */
export type Said = "opens" | "asks" | "answers" | "writes" | "shows" | "leaves" | "looks around"

export interface Frame {
  readonly docId: string
  readonly said: Said
}

/** The answer to the byte by which the service asks a browser whether it is still there. It is about no doc. */
export const pong = 10
/** That byte. Browsers do not let pages see the pings of the protocol, nor wake a hidden page for its own timers. */
export const ping = 9

/** The receipt of a message that was written in a doc: whether all in it is stored. */
export const receiptOf = (docId: string, isStored: boolean): Uint8Array =>
  Buffer.concat([Uint8Array.of(docId.length), Buffer.from(docId), Uint8Array.of(receipt, isStored ? 1 : 0)])

const receipt = 8
const docName = /^doc_\w{1,60}$/
const most = { nameBytes: 64, tokenBytes: 1_000, versionBytes: 64, clients: 100_000 }

/**
 * Reads what a client sent, down to the parts that only Yjs understands. Whatever the library would answer with an
 * exception, or do for another server of its kind, is refused here, before it sees any of it.
 *
 * @returns undefined for a pong.
 * @throws MalformedBytes
 */
export function readFrame(bytes: Uint8Array): Frame | undefined {
  if (bytes.length === 1 && bytes[0] === pong) return undefined
  const reader = readBytes(bytes)
  const docId = reader.text(most.nameBytes)
  if (!docName.test(docId)) throw new MalformedBytes("This is no doc's name.")
  const said = kinds[reader.number()]?.(reader)
  if (said === undefined) throw new MalformedBytes("This is no kind of message.")
  if (!reader.isAtEnd()) throw new MalformedBytes("There is more than the message.")
  return { docId, said }
}

/** The kinds of messages that clients send, by the library's numbers. */
const kinds: Record<number, (reader: ByteReader) => Said> = {
  0: readSync,
  1: (reader) => {
    checkPresence(reader.part())
    return "shows"
  },
  2: (reader) => {
    if (reader.number() !== 0) throw new MalformedBytes("Only a client's token is taken.")
    reader.text(most.tokenBytes)
    if (!reader.isAtEnd()) reader.text(most.versionBytes)
    return "opens"
  },
  3: () => "looks around",
  7: () => "leaves",
}

function readSync(reader: ByteReader): Said {
  const step = reader.number()
  const part = reader.part()
  if (step === 1) return "answers"
  if (step === 2) return "writes"
  if (step !== 0) throw new MalformedBytes("This is no step of a synchronization.")
  checkStateVector(part)
  return "asks"
}

/** What somebody has of a doc: how many clients, and for each its id and how much of it. */
function checkStateVector(bytes: Uint8Array): void {
  const reader = readBytes(bytes)
  const clients = reader.number()
  if (clients > most.clients) throw new MalformedBytes("So many clients never wrote.")
  for (let at = 0; at < clients; at++) {
    reader.number()
    reader.number()
  }
  if (!reader.isAtEnd()) throw new MalformedBytes("There is more than the state.")
}
