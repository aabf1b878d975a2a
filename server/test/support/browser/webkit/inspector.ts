import { setTimeout as sleep } from "node:timers/promises"

interface Target {
  targetId: string
  isPaused?: boolean
}

/** A message of the inspector. Of this and of a report, only the fields that are read here are listed. */
interface Envelope {
  method?: string
  /** The number of the request that this answers. */
  id?: number
  error?: unknown
  params?: { targetInfo?: Target; message?: string }
}

/** What a target reports, as a message inside a message. */
interface Report {
  method?: string
  id?: number
  params?: {
    requestId?: string
    request?: { method: string; url: string }
    response?: { status: number }
    errorText?: string
    canceled?: boolean
    message?: { level: string; text: string }
  }
}

export interface Inspector {
  /** Attaches to the next page of the browser, which was opened just now. */
  attach(): Promise<void>
  /** Waits until all that happened in the pages before is reported. */
  drain(): Promise<void>
}

/**
 * Reports the faults of all pages of a browser to `complain`: exceptions, errors and warnings in the console (which
 * include blocked scripts and styles), requests without a response, and refused ones. WebDriver has no such events, so
 * they come from WebKit's inspector.
 */
export function inspect(address: string, complain: (complaint: string) => void): Inspector {
  const pages: ReturnType<typeof attachTo>[] = []
  return {
    attach() {
      // The browser numbers what can be inspected: its first page, the session of its driver, and each later page.
      const number = pages.length === 0 ? 1 : pages.length + 2
      const page = attachTo(`ws://${address}/socket/1/${number}/WebPage`, complain)
      pages.push(page)
      return page.drain()
    },
    async drain() {
      await Promise.all(pages.map((page) => page.drain()))
    },
  }
}

const longestStartMs = 30_000

/** A page. Its document is in a target, and moves to another one with a process of its own when it leaves its site. */
function attachTo(address: string, complain: (complaint: string) => void) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, () => void>()
  const started = Promise.withResolvers<void>()
  let [last, current] = [0, ""]
  const send = (method: string, params: object) => {
    last += 1
    socket.send(JSON.stringify({ id: last, method, params }))
  }
  /** Asks the current target, whose answer comes after all that it reported before. */
  const ask = (method: string) =>
    new Promise<void>((answered) => {
      waiting.set(last + 1, answered)
      const message = JSON.stringify({ id: last + 1, method, params: {} })
      send("Target.sendMessageToTarget", { targetId: current, message })
    })
  const watch = ({ targetId, isPaused }: Target) => {
    current = targetId
    const enabled = ["Console.enable", "Network.enable", "Page.enable"].map(ask)
    if (isPaused) send("Target.resume", { targetId })
    void Promise.all(enabled).then(() => started.resolve())
  }
  const answered = (id: number | undefined) => waiting.get(Number(id))?.()
  const faultOf = faultReader()
  socket.addEventListener("open", () => send("Target.setPauseOnStart", { pauseOnStart: true }))
  socket.addEventListener("message", ({ data }) => {
    const { method, id, error, params } = JSON.parse(String(data)) as Envelope
    if (method === "Target.targetCreated" && params?.targetInfo) watch(params.targetInfo)
    else if (method === "Target.dispatchMessageFromTarget") {
      const report = JSON.parse(String(params?.message)) as Report
      answered(report.id)
      const fault = faultOf(report)
      if (fault !== undefined) complain(fault)
    } else if (error !== undefined) answered(id) // the target is gone
  })
  socket.addEventListener("close", () => {
    started.resolve()
    for (const answered of waiting.values()) answered()
  })
  return {
    async drain() {
      await Promise.race([started.promise, tooLong()])
      if (socket.readyState === socket.OPEN) await ask("Page.enable")
    },
  }
}

async function tooLong(): Promise<never> {
  await sleep(longestStartMs, undefined, { ref: false })
  throw new Error("WebKit's inspector did not attach to a page.")
}

/**
 * Messages that the reports of requests repeat, those of what this engine does not support, without harm, that of a
 * request which the page had started before it was left (what CORS really refuses has a second message), and that of a
 * page which a busy machine draws slowly.
 */
const unread =
  /^Failed to load resource|^Unrecognized Content-Security-Policy directive 'manifest-src'|^Viewport argument key "interactive-widget"|due to access control checks\.$|preloaded using link preload but not used within/

/** Reads reports of a page in their order, and returns the fault that one tells of. */
function faultReader(): (report: Report) => string | undefined {
  const requests = new Map<string | undefined, string>()
  return ({ method = "", params = {} }) => {
    const { requestId, request } = params
    if (request) requests.set(requestId, `${request.method} ${request.url}`)
    const fault = faults[method]?.(params)
    return method.startsWith("Network.") && fault !== undefined ? `${fault} ${requests.get(requestId)}` : fault
  }
}

const faults: Readonly<Record<string, (params: NonNullable<Report["params"]>) => string | undefined>> = {
  "Console.messageAdded": ({ message: { level, text } = { level: "", text: "" } }) =>
    ["error", "warning"].includes(level) && !unread.test(text) ? text : undefined,
  "Network.responseReceived": ({ response }) =>
    response && response.status >= 400 ? String(response.status) : undefined,
  "Network.loadingFailed": ({ canceled, errorText }) => (canceled ? undefined : errorText),
}
