import { assistantPeer } from "../server/test/support/assistant/assistant-peer.ts"
import { callOf, conversationOf, messageOf, textOf } from "../server/test/support/assistant/shown-conversation.ts"
import { launchBrowser, type Page } from "../server/test/support/browser/chromium.ts"
import type { BenchRow } from "./row.ts"
import { startService } from "./servers.ts"
import { signInOwner } from "./visitor.ts"

const deltas = 400
const deltaEveryMs = 10
const paragraph =
  "## A part\n\nIt has **some** words, `code` and a [link](/studio/links), as answers have them:\n\n- one\n- two\n\n| a | b |\n|---|---|\n| c | d |\n\n"

/** A conversation of two hundred messages. The last one is an answer of 20 kB that still grows. */
function longConversation() {
  const before = Array.from({ length: 99 }, (_, at) => [
    messageOf(`Question ${at}`),
    messageOf([callOf({ isWrite: false, state: "done" }), textOf(paragraph.repeat(3))]),
  ])
  const answer = messageOf([textOf(paragraph.repeat(Math.ceil(20_000 / paragraph.length)))])
  const run = { id: "run_1", state: "running", isThinking: false } as const
  return { answer, conversation: conversationOf([...before.flat(), messageOf("Tell me"), answer], { run }) }
}

/** The work of the page's main thread per frame while a long answer arrives, a hundred pieces a second. */
export async function assistantFrameRows(): Promise<BenchRow[]> {
  const service = await startService()
  const cookies = [...(await signInOwner(service))].map(([name, value]) => ({ name, value, url: service.url }))
  const browser = await launchBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const { answer, conversation } = longConversation()
  await assistantPeer(page, conversation)
  await page.goto(`${service.url}/studio/assistant/cnv_1`)
  await page.getByText("Question 98", { exact: true }).waitFor()
  const session = await context.newCDPSession(page)
  const stopped = await traced(session, () =>
    page.evaluate(`new Promise((done) => {
      let seq = 0
      const timer = setInterval(() => {
        seq += 1
        const event = { seq, message: ${JSON.stringify(answer.id)}, text: seq % 20 === 0 ? "word.\\n\\n" : "word " }
        sayToStreams("event: text\\ndata: " + JSON.stringify(event) + "\\n\\n")
        if (seq === ${deltas}) done(clearInterval(timer))
      }, ${deltaEveryMs})
    })`),
  )
  await browser.close()
  await service.stop()
  const frames = framesOf(stopped)
  return [
    {
      name: "assistant: a frame of the page while an answer comes, median",
      value: at(frames, 0.5),
      unit: "ms",
      atMost: 8,
    },
    { name: "assistant: the same, 95 of 100", value: at(frames, 0.95), unit: "ms" },
  ]
}

type Session = Awaited<ReturnType<ReturnType<Page["context"]>["newCDPSession"]>>

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** In microseconds. */
  ts: number
  dur?: number
  tdur?: number
}

/** Records Chromium's tasks during `run`. */
async function traced(session: Session, run: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  session.on("Tracing.dataCollected", ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve))
  const includedCategories = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } })
  await run()
  await session.send("Tracing.end")
  await complete
  return events
}

/** The time of the page's main-thread tasks between successive frames, in milliseconds of processor time. */
function framesOf(events: readonly TraceEvent[]): number[] {
  const begun = events.filter(({ name }) => name === "PrePaint").sort((a, b) => a.ts - b.ts)
  const tasks = events.filter(
    ({ name, tid, pid }) => name === "RunTask" && tid === begun[0]?.tid && pid === begun[0].pid,
  )
  // A frame begins within a task, which counts for the frame where it ends.
  const endOf = ({ ts, dur = 0 }: TraceEvent) => ts + dur
  return begun.slice(0, -1).map(({ ts }, index) => {
    const next = begun[index + 1]?.ts ?? 0
    const within = tasks.filter((task) => endOf(task) > ts && endOf(task) <= next)
    return within.reduce((sum, { tdur, dur = 0 }) => sum + (tdur ?? dur), 0) / 1_000
  })
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
