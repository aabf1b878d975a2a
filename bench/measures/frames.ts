import { assistantPeer } from "../../server/test/support/assistant/assistant-peer.ts"
import { callOf, conversationOf, messageOf, textOf } from "../../server/test/support/assistant/shown-conversation.ts"
import type { BenchRun, Measured } from "../case.ts"
import { percentile } from "../loads/turns.ts"
import { openConsole } from "./browser.ts"

const paragraph =
  "## A part\n\nIt has **some** words, `code` and a [link](/studio/links), as answers have them:\n\n- one\n- two\n\n| a | b |\n|---|---|\n| c | d |\n\n"

export async function measureFrames(run: BenchRun): Promise<Measured> {
  const { pieces, questions } = run.sizes
  const { browser, page } = await openConsole(run, 1)
  const before = Array.from({ length: questions }, (_, at) => [
    messageOf(`Question ${at}`),
    messageOf([callOf({ isWrite: false, state: "done" }), textOf(paragraph.repeat(3))]),
  ])
  const answer = messageOf([textOf(paragraph.repeat(Math.ceil(20_000 / paragraph.length)))])
  const messages = [...before.flat(), messageOf("Tell me"), answer]
  await assistantPeer(page, conversationOf(messages, { run: { id: "run_1", state: "running", isThinking: false } }))
  await page.goto("/studio/assistant/cnv_1")
  await page.getByText(`Question ${questions - 1}`, { exact: true }).waitFor()
  await browser.startTracing(page, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] })
  await page.evaluate(`new Promise((done) => {
    let seq = 0
    const timer = setInterval(() => {
      seq += 1
      const event = { seq, message: ${JSON.stringify(answer.id)}, text: seq % 20 === 0 ? "word.\\n\\n" : "word " }
      sayToStreams("event: text\\ndata: " + JSON.stringify(event) + "\\n\\n")
      if (seq === ${pieces}) done(clearInterval(timer))
    }, 10)
  })`)
  const frames = framesOf(JSON.parse(String(await browser.stopTracing())).traceEvents)
  return { median: percentile(frames, 0.5), p95: percentile(frames, 0.95) }
}

/** `ts`, `dur` and `tdur` (processor time) are in microseconds. */
type TraceEvent = { name: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number }

/** The time of the page's main-thread tasks between successive frames, in milliseconds of processor time. */
function framesOf(events: readonly TraceEvent[]): number[] {
  const begun = events.filter(({ name }) => name === "PrePaint").sort((a, b) => a.ts - b.ts)
  const isOfPage = ({ tid, pid }: TraceEvent) => tid === begun[0]?.tid && pid === begun[0].pid
  const tasks = events.filter((event) => event.name === "RunTask" && isOfPage(event))
  return begun.slice(1).map(({ ts: end }, at) => {
    const start = begun[at]?.ts ?? 0
    // A frame begins within a task, which counts for the frame where it ends.
    const within = tasks.filter(({ ts, dur = 0 }) => ts + dur > start && ts + dur <= end)
    return within.reduce((sum, { tdur, dur = 0 }) => sum + (tdur ?? dur), 0) / 1_000
  })
}
