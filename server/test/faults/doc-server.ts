import * as Y from "yjs"
import { readSettings } from "#config/settings.ts"
import { openContent, type Writer } from "#domains/docs/index.ts"
import { silentLog } from "#test/support/world.ts"
import { openApp } from "../../src/start/app.ts"

/** What a test asks of a process that keeps a doc. */
export type ToDocServer =
  | { kind: "write"; id: number; update: Uint8Array; writer: Writer; isWhole: boolean }
  | { kind: "look" }

/** What it says: all that it has when it is there, what became of an update, and what all who read should have. */
export type FromDocServer =
  | { kind: "open"; state: Uint8Array }
  | { kind: "answer"; id: number; answer: string }
  | { kind: "news"; update: Uint8Array }

const say = (message: FromDocServer) => process.send?.(message)

const app = await openApp(readSettings(process.env), silentLog)
const content = await openContent(app, process.env.DOC_ID ?? "")
let stored = 0

/** Takes what is stored, and hands it on. */
function spread(update: Uint8Array): void {
  Y.applyUpdate(content.doc, update)
  say({ kind: "news", update })
}

async function write({ id, update, writer, isWhole }: Extract<ToDocServer, { kind: "write" }>): Promise<void> {
  const answer = await content.write(update, writer, isWhole).catch(String)
  if (answer === "stored") {
    spread(update)
    stored += 1
    if (stored % 10 === 0) void content.close() // which settles and compacts, so that kills meet it too
  }
  say({ kind: "answer", id, answer })
}

process.on("message", (message: ToDocServer) => {
  if (message.kind === "write") void write(message)
  else void content.readNew().then((updates) => updates.forEach(spread))
})
process.on("disconnect", () => process.exit())
say({ kind: "open", state: Y.encodeStateAsUpdate(content.doc) })
