import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { Redis } from "ioredis"
import { freePort } from "../http/free-port.ts"
import { atEnd, type Ending, temporaryFolder } from "./test-databases.ts"

/** A test's own Redis, which it may start, stop and freeze. */
export interface RedisServer {
  url: string
  port: number
  /** Starts it (again, and empty) and waits until it responds. */
  start(): Promise<void>
  /** Kills it and waits until it has ended. */
  stop(): Promise<void>
  /** Keeps its connections open without responding, until `thaw`. */
  freeze(): void
  thaw(): void
}

/** Prepares a Redis on a free port, not started yet; removed after the test. `options` are those of its program. */
export async function redisServer(t: Ending, options: readonly string[] = []): Promise<RedisServer> {
  const folder = temporaryFolder(t)
  const port = await freePort()
  const ownOptions = ["--port", String(port), "--bind", "127.0.0.1", "--save", ""]
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const stop = async () => {
    if (!child) return
    const exit = once(child, "exit")
    child.kill("SIGKILL")
    child = undefined
    await exit
  }
  atEnd(t, stop)
  return {
    url,
    port,
    async start() {
      child = spawn("redis-server", [...options, ...ownOptions], { cwd: folder, stdio: "ignore" })
      while (!(await redisAnswers(url))) await new Promise((resolve) => setTimeout(resolve, 10))
    },
    stop,
    freeze: () => child?.kill("SIGSTOP"),
    thaw: () => child?.kill("SIGCONT"),
  }
}

/** Whether a Redis responds at an address. */
export async function redisAnswers(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 1_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    return (await client.ping()) === "PONG"
  } catch {
    return false
  } finally {
    client.disconnect()
  }
}
