import { type ChildProcess, fork } from "node:child_process"
import type { TestContext } from "node:test"
import { asChild } from "#test/support/databases/test-run.ts"
import type { FromServer, ToServer } from "./crash-server.ts"

const program = new URL("./crash-server.ts", import.meta.url)

/** A crash server, from the test's side. */
export interface CrashChild {
  url: string
  /** Lets the process run until its next `step`-th step. */
  arm(step: number): Promise<void>
  /** How many steps it made since it was armed. */
  countSteps(): Promise<number>
  runJobs(): Promise<void>
  /** Resolves when the process has ended, for any reason. */
  gone: Promise<void>
  kill(): Promise<void>
}

/** The parts that outlive the process: its data folder, its database and its address. */
export interface Ground {
  dataDir: string
  databaseUrl: string
  port: number
}

/** Starts the service with its tripwire; `clockOffsetMs` sets its clock ahead. */
export async function startCrashChild(t: TestContext, ground: Ground, clockOffsetMs: number): Promise<CrashChild> {
  const url = `http://127.0.0.1:${ground.port}`
  const env = {
    ...asChild.env,
    CLOCK_OFFSET_MS: String(clockOffsetMs),
    SVC_PORT: String(ground.port),
    SVC_BASE_URL: url,
    SVC_DATA_DIR: ground.dataDir,
    SVC_DATABASE_URL: ground.databaseUrl,
    SVC_RATE_WRITES: "100000",
    SVC_RATE_READS: "100000",
    SVC_RATE_GIFTS: "100000",
  }
  const child = fork(program, { ...asChild, env, stdio: ["ignore", "inherit", "inherit", "ipc"] })
  t.after(() => child.kill("SIGKILL"))
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  await answer(child, gone, "listening")
  return {
    url,
    arm: async (step) => {
      await ask(child, gone, { kind: "arm", step })
    },
    countSteps: async () => (await ask(child, gone, { kind: "count" })).steps,
    runJobs: async () => {
      await ask(child, gone, { kind: "run-jobs" })
    },
    gone,
    kill: async () => {
      child.kill("SIGKILL")
      await gone
    },
  }
}

async function ask(child: ChildProcess, gone: Promise<void>, message: ToServer) {
  const done = answer(child, gone, "done")
  child.send(message, () => {}) // an error means that the process has ended, which `gone` reports
  return done
}

function answer<Kind extends FromServer["kind"]>(
  child: ChildProcess,
  gone: Promise<void>,
  kind: Kind,
): Promise<Extract<FromServer, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const listen = (message: FromServer) => {
      if (message.kind !== kind) return
      child.off("message", listen)
      resolve(message as Extract<FromServer, { kind: Kind }>)
    }
    child.on("message", listen)
    void gone.then(() => reject(new ServerGone()))
  })
}

/** The process ended before it responded, in these tests mostly on purpose. */
export class ServerGone extends Error {
  override readonly name = "ServerGone"
}
