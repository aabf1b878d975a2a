import { minuteMs } from "#kernel/time/units.ts"
import { MailError, type MailStep } from "./port.ts"
import { mailErrorAt } from "./smtp-fault.ts"

/** How long a reply may take at each step (RFC 5321 section 4.5.3.2). */
export const waitsMs: Readonly<Record<MailStep, number>> = {
  connect: minuteMs / 2,
  greeting: 5 * minuteMs,
  tls: minuteMs,
  sign_in: 2 * minuteMs,
  sender: 5 * minuteMs,
  reader: 5 * minuteMs,
  text: 3 * minuteMs,
  end: 10 * minuteMs,
}
/** The time for all steps before the text together. It keeps every exchange shorter than a job's lease. */
const beforeTextMs = 8 * minuteMs

const stepOfVerb: Readonly<Record<string, MailStep>> = {
  ...{ EHLO: "greeting", HELO: "greeting", STARTTLS: "tls", AUTH: "sign_in" },
  ...{ MAIL: "sender", RCPT: "reader", DATA: "text" },
}

type Done = (error?: Error | null) => void

function openWait() {
  let fail: ((error: unknown) => void) | undefined
  let timer: NodeJS.Timeout | undefined
  let beganAt = Date.now()
  return {
    begin: () => {
      beganAt = Date.now()
    },
    at(step: MailStep): void {
      clearTimeout(timer)
      if (!fail) return
      const leftMs = step === "text" || step === "end" ? waitsMs[step] : beganAt + beforeTextMs - Date.now()
      const ms = Math.max(1, Math.min(waitsMs[step], leftMs))
      timer = setTimeout(() => fail?.(silence(step, ms)), ms)
    },
    end: (error: Error) => fail?.(error),
    async during(work: (done: Done) => void): Promise<void> {
      try {
        await new Promise<void>((resolve, reject) => {
          fail = reject
          work((error) => (error ? reject(error) : resolve()))
        })
      } finally {
        fail = undefined
        clearTimeout(timer)
      }
    },
  }
}

export function openSmtpExchange() {
  const wait = openWait()
  let step: MailStep = "connect"
  let asked: MailStep[] = []
  const go = (next: MailStep) => {
    step = next
    wait.at(next)
  }
  return {
    begin: wait.begin,
    end: wait.end,
    go,
    /** @throws MailError for the step at which `work` failed */
    async run(work: (done: Done) => void, to?: string): Promise<void> {
      asked = []
      await wait.during(work).catch((error: unknown) => {
        throw mailErrorAt(step, error, to)
      })
    },
    /** Follows the exchange by the library's log of commands and replies. Commands may overtake replies to others. */
    logger: {
      info: () => {},
      debug(entry: { tnx?: string }, text = "") {
        if (entry.tnx === "client") asked.push(stepOfVerb[/^[A-Z]+/.exec(text)?.[0] ?? ""] ?? step)
        else if (entry.tnx === "server") asked.shift()
        else return
        go(asked[0] ?? step)
      },
    },
  }
}

function silence(step: MailStep, ms: number): MailError {
  const words = `No answer within ${Math.max(1, Math.round(ms / 1_000))} seconds.`
  return new MailError(step === "end" ? "lost" : "later", { step, words })
}
