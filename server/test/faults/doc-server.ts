import * as Y from "yjs"
import { readSettings } from "#config/settings.ts"
import { openContent, type Writer } from "#domains/docs/index.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openApp } from "../../src/start/app.ts"

/** The requests of a test to a process with a doc. */
export type ToDocServer =
  | { kind: "write"; id: number; update: Uint8Array; writer: Writer; isWhole: boolean }
  | { kind: "look" }

/** Its messages: its state when it is ready, the outcome of an update, and updates for all readers. */
export type FromDocServer =
  | { kind: "open"; state: Uint8Array }
  | { kind: "answer"; id: number; answer: string }
  | { kind: "news"; update: Uint8Array }

const say = (message: FromDocServer) => process.send?.(message)

const app = await openApp(readSettings(process.env), silentLog)
const content = await openContent(app, process.env.DOC_ID ?? "")
let stored = 0

/** Applies a stored update, and forwards it. */
function spread(update: Uint8Array): void {
  Y.applyUpdate(content.doc, update)
  say({ kind: "news", update })
}

async function write({ id, update, writer, isWhole }: Extract<ToDocServer, { kind: "write" }>): Promise<void> {
  const answer = await content.write(update, writer, isWhole).catch(String)
  if (answer === "stored") {
    spread(update)
    stored += 1
    if (stored % 10 === 0) void content.close() // which flushes and compacts, so that kills happen during those, too
  }
  say({ kind: "answer", id, answer })
}

process.on("message", (message: ToDocServer) => {
  if (message.kind === "write") void write(message)
  else void content.readNew().then((updates) => updates.forEach(spread))
})
process.on("disconnect", () => process.exit())
say({ kind: "open", state: Y.encodeStateAsUpdate(content.doc) })
