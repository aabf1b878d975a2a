import { patienceMs } from "../ready.ts"

/** What the W3C's WebDriver protocol calls an element in JSON. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf"

export type ElementReference = Readonly<Record<typeof elementKey, string>>

/** A refusal of the driver, with the protocol's name for it, such as `stale element reference`. */
export class DriverError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(`WebDriver: ${code}: ${message}`)
    this.code = code
  }
}

/** A browser under the W3C's WebDriver protocol. Its windows share one line of commands. */
export interface Session {
  /** The window that was open at the start. */
  readonly firstWindow: string
  openWindow(): Promise<string>
  /** Sends a command to a window, after all earlier commands. */
  send<Value>(window: string, command: Command): Promise<Value>
}

/** A command, such as `POST element/{id}/click`, by its path below the session's. */
export interface Command {
  method: "GET" | "POST"
  path: string
  body?: object
  /** After this time without an answer, the command fails with the code `no answer`. */
  timeoutMs?: number
}

/** The longest time of a script, whose longest wait is a fifth of a second. A busy machine takes twenty times as long. */
export const scriptMs = 5_000

/** Begins a session of the driver at `url`. */
export async function beginSession(url: string): Promise<Session> {
  const alwaysMatch = {
    unhandledPromptBehavior: "accept",
    timeouts: { script: scriptMs, pageLoad: patienceMs },
  }
  const started = await post<{ sessionId: string }>(`${url}/session`, { capabilities: { alwaysMatch } })
  const at = (path: string) => `${url}/session/${started.sessionId}/${path}`
  const firstWindow = await request<string>(at("window"), { method: "GET" })
  let line: Promise<unknown> = Promise.resolve()
  let current = firstWindow
  const inLine = <Value>(run: () => Promise<Value>): Promise<Value> => {
    const ran = line.then(run)
    line = ran.catch(() => {})
    return ran
  }
  return {
    firstWindow,
    openWindow: () => inLine(async () => (await post<{ handle: string }>(at("window/new"), { type: "window" })).handle),
    send: (window, { path, ...command }) =>
      inLine(async () => {
        if (window !== current) await post(at("window"), { handle: window })
        current = window
        return request(at(path), command)
      }),
  }
}

const post = <Value>(url: string, body: object) => request<Value>(url, { method: "POST", body })

async function request<Value>(url: string, { method, body = {}, timeoutMs }: Omit<Command, "path">): Promise<Value> {
  const options = {
    method,
    ...(method === "POST" && { body: JSON.stringify(body) }),
    ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
  }
  const answer = await fetch(url, options).catch((error) => {
    throw error.name === "TimeoutError" ? new DriverError("no answer", `none came in ${timeoutMs} ms`) : error
  })
  const { value } = (await answer.json()) as { value: Value & { error: string; message: string } }
  if (!answer.ok) throw new DriverError(value.error, value.message)
  return value
}

/** The path of an element's command. */
export const ofElement = (element: ElementReference, command: string) => `element/${element[elementKey]}/${command}`
