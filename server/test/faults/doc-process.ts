import { type ChildProcess, fork } from "node:child_process"
import type { TestContext } from "node:test"
import type { Writer } from "#domains/docs/index.ts"
import { asChild } from "#test/support/databases/test-run.ts"
import type { FromDocServer, ToDocServer } from "./doc-server.ts"

const program = new URL("./doc-server.ts", import.meta.url)

/** The parts that outlive a process with a doc. */
export interface DocGround {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly docId: string
}

/** A process with an open doc, from the test's side. */
export interface DocProcess {
  /** The doc's state when the process was ready. */
  readonly state: Uint8Array
  /** Resolves to the outcome of an update; undefined when the process ended first. */
  write(update: Uint8Array, writer: Writer, isWhole: boolean): Promise<string | undefined>
  /** Makes it look for other processes' updates. */
  look(): void
  kill(): Promise<void>
}

/** Starts a process with an open doc; `onNews` gets the updates for all readers. */
export async function startDocProcess(
  t: TestContext,
  { dataDir, databaseUrl, docId }: DocGround,
  onNews: (update: Uint8Array) => void,
): Promise<DocProcess> {
  const env = {
    ...asChild.env,
    ...{ SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: databaseUrl, DOC_ID: docId },
  }
  const child = fork(program, {
    ...asChild,
    env,
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  t.after(() => child.kill("SIGKILL"))
  const gone = new Promise<undefined>((resolve) => child.once("exit", () => resolve(undefined)))
  const waiting = new Map<number, (answer: string) => void>()
  const state = await new Promise<Uint8Array>((resolve, reject) => {
    void gone.then(() => reject(new Error("The process did not start.")))
    child.on("message", (message: FromDocServer) => {
      if (message.kind === "open") resolve(message.state)
      else if (message.kind === "news") onNews(message.update)
      else waiting.get(message.id)?.(message.answer)
    })
  })
  let last = 0
  return {
    state,
    write: (update, writer, isWhole) => {
      last += 1
      const id = last
      const answered = new Promise<string>((resolve) => waiting.set(id, resolve))
      tell(child, { kind: "write", id, update, writer, isWhole })
      return Promise.race([answered, gone])
    },
    look: () => tell(child, { kind: "look" }),
    kill: async () => {
      child.kill("SIGKILL")
      await gone
    },
  }
}

/** An error means that the process has ended, which its other messages show. */
const tell = (child: ChildProcess, message: ToDocServer) => child.send(message, () => {})
