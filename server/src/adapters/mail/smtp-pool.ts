import { slowMail, Turns } from "#kernel/bounds/turns.ts"
import { inTime } from "#kernel/time/in-time.ts"
import { MailError } from "./port.ts"
import type { SmtpAddress } from "./smtp-address.ts"
import type { Session, SmtpLetter } from "./smtp-session.ts"

/** Closes idle connections before most servers would. */
const idleMs = 30_000
const mailsOfSession = 100
const mostWaiting = 1_000

export interface SmtpPool {
  send(letter: SmtpLetter): Promise<void>
  /** Ends the idle connections, and each busy one after its mail. */
  close(): void
}

export function openSmtpPool({ mostConnections }: SmtpAddress, open: () => Promise<Session>): SmtpPool {
  const inTurn = openTurns(mostConnections)
  const idle = openIdle()

  async function use(pooled: Kept, letter: SmtpLetter): Promise<void> {
    await pooled.session.send(letter)
    idle.add({ session: pooled.session, mails: pooled.mails + 1 })
  }

  async function sendNext(letter: SmtpLetter): Promise<void> {
    const pooled = idle.take()
    if (pooled) {
      try {
        return await use(pooled, letter)
      } catch (error) {
        if (!wasStale(error)) throw error
      }
    }
    await use({ session: await open(), mails: 0 }, letter)
  }

  return { send: (letter) => inTurn(letter.to, () => sendNext(letter)), close: idle.close }
}

/** A slow exchange leaves its turn to the next mail. A domain has half of all, so that its server can keep no pool. */
function openTurns(most: number) {
  const turns = new Turns(mostWaiting, tooMany("Too many mails wait for a connection."))
  const domains = new Turns(0, tooMany("Too many mails to this domain wait for an answer."))
  const mostSlow = slowMail.each * most
  let slow = 0

  async function turnOf(exchange: Promise<void>): Promise<void> {
    const ended = exchange.catch(() => {})
    if (!(await isSlow(ended)) || slow >= mostSlow) return ended
    slow += 1
    void ended.then(() => {
      slow -= 1
    })
  }

  async function exchangeInTurn(exchange: () => Promise<void>): Promise<void> {
    let begun: Promise<void> | undefined
    await turns.run("", most, () => {
      begun = exchange()
      return turnOf(begun)
    })
    await begun
  }

  return (to: string, exchange: () => Promise<void>) =>
    domains.run(domainOf(to), Math.ceil((most + mostSlow) / 2), () => exchangeInTurn(exchange))
}

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1)
const tooMany = (words: string) => () => new MailError("later", { step: "connect", words })

const isSlow = (ended: Promise<void>): Promise<boolean> =>
  inTime<boolean>(
    slowMail.afterMs,
    ended.then(() => false),
    () => true,
  )

interface Kept {
  readonly session: Session
  readonly mails: number
}

function openIdle() {
  const timers = new Map<Kept, NodeJS.Timeout>()
  let isClosed = false
  const end = (pooled: Kept) => {
    clearTimeout(timers.get(pooled))
    timers.delete(pooled)
    pooled.session.quit()
  }
  return {
    add(pooled: Kept): void {
      if (isClosed || pooled.mails >= mailsOfSession) pooled.session.quit()
      else timers.set(pooled, setTimeout(() => end(pooled), idleMs).unref())
    },
    /** Returns the connection that was used last, unless the server has ended it. */
    take(): Kept | undefined {
      for (const [pooled, timer] of [...timers].reverse()) {
        clearTimeout(timer)
        timers.delete(pooled)
        if (pooled.session.isOpen) return pooled
      }
      return undefined
    },
    close(): void {
      isClosed = true
      for (const pooled of timers.keys()) end(pooled)
    },
  }
}

/** The connection ended between two mails, so that the server got nothing of the second one. */
function wasStale(error: unknown): boolean {
  if (!(error instanceof MailError) || error.verdict !== "later" || error.fault.step === "end") return false
  return error.fault.code === undefined || error.fault.code === 421
}
