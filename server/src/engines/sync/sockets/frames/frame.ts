import { type ByteReader, MalformedBytes, readBytes } from "./byte-reader.ts"

/**
 * `opens` has a token, `asks` a state vector, `answers` all that the service lacks; `looks around` asks for presence.
 */
export type FrameKind = "opens" | "asks" | "answers" | "writes" | "shows" | "leaves" | "looks around"

export interface SyncFrame {
  readonly docId: string
  readonly said: FrameKind
}

/** The client's answer to `ping`. It names no doc. */
export const pong = 10
/** Pings a client. Pages cannot see WebSocket pings, and browsers delay the timers of hidden pages. */
export const ping = 9

/** Acknowledges a client's update, and says whether it was stored. */
export const receiptOf = (docId: string, isStored: boolean): Uint8Array =>
  Buffer.concat([Uint8Array.of(docId.length), Buffer.from(docId), Uint8Array.of(receipt, isStored ? 1 : 0)])

const receipt = 8
const docName = /^doc_\w{1,60}$/
const most = { nameBytes: 64, tokenBytes: 1_000, versionBytes: 64, clients: 100_000 }

/**
 * Refuses messages that would make Hocuspocus throw, or that it accepts only from servers. Undefined for a pong.
 * @throws MalformedBytes
 */
export function readFrame(bytes: Uint8Array): SyncFrame | undefined {
  if (bytes.length === 1 && bytes[0] === pong) return undefined
  const reader = readBytes(bytes)
  const docId = reader.text(most.nameBytes)
  if (!docName.test(docId)) throw new MalformedBytes("The name is not a doc id.")
  const said = kinds[reader.number()]?.(reader)
  if (said === undefined) throw new MalformedBytes("The kind of message is unknown.")
  if (!reader.isAtEnd()) throw new MalformedBytes("Bytes follow the message.")
  return { docId, said }
}

/** The message types of Hocuspocus that clients send. */
const kinds: Record<number, (reader: ByteReader) => FrameKind> = {
  0: readSync,
  1: (reader) => {
    checkPresence(reader.part())
    return "shows"
  },
  2: (reader) => {
    if (reader.number() !== 0) throw new MalformedBytes("The token has a kind that clients do not send.")
    reader.text(most.tokenBytes)
    if (!reader.isAtEnd()) reader.text(most.versionBytes)
    return "opens"
  },
  3: () => "looks around",
  7: () => "leaves",
}

function readSync(reader: ByteReader): FrameKind {
  const step = reader.number()
  const part = reader.part()
  if (step === 1) return "answers"
  if (step === 2) return "writes"
  if (step !== 0) throw new MalformedBytes("The sync step is unknown.")
  checkStateVector(part)
  return "asks"
}

/** A state vector: the number of clients, then the id and the clock of each. */
function checkStateVector(bytes: Uint8Array): void {
  const reader = readBytes(bytes)
  const clients = reader.number()
  if (clients > most.clients) throw new MalformedBytes("The state vector has too many clients.")
  for (let at = 0; at < clients; at++) {
    reader.number()
    reader.number()
  }
  if (!reader.isAtEnd()) throw new MalformedBytes("Bytes follow the state vector.")
}

const mostBytes = 2_000
/** A browser also reports the clients that timed out: at most this many. */
const mostGone = 200

/** At most one state, which must be an object. @throws MalformedBytes */
function checkPresence(bytes: Uint8Array): void {
  const reader = readBytes(bytes)
  const clients = reader.number()
  if (clients > mostGone) throw new MalformedBytes("The update removes too many clients.")
  let states = 0
  for (let at = 0; at < clients; at++) {
    reader.number()
    reader.number()
    const state = reader.text(mostBytes)
    if (state === "null") continue
    states += 1
    if (!isObject(state)) throw new MalformedBytes("A state is not an object.")
  }
  if (states > 1) throw new MalformedBytes("The update has more than one state.")
  if (!reader.isAtEnd()) throw new MalformedBytes("Bytes follow the states.")
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
