import { MailError, type MailFault, type MailStep, type MailVerdict } from "./port.ts"
import { withoutAddresses } from "./without-addresses.ts"

interface LibraryError extends Error {
  readonly code?: string
  readonly originalCode?: string
  readonly response?: string
  /** The command that was refused; commands after it may have been sent and answered. */
  readonly command?: string
}

const stepOfCommand: Readonly<Record<string, MailStep>> = { "MAIL FROM": "sender", "RCPT TO": "reader" }

const anyOf = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join("|"), "i")

/** Words that refuse the service and not the reader: it lacks a password, the right to relay, or a good name. */
const oursWords = anyOf(
  /(?<!in )relay(?! recipient)|rcpthosts|authenticat|smtp auth|auth(orization)? required|log ?in first|send ?as/,
  /sender( address)? (is )?(rejected|denied|not|verif|unknown)|(is not|a) verified|(helo|ehlo)\b|client host|reverse dns|\bptr\b/,
  /\b(spf|dkim|dmarc|rbl|dnsbl)\b|(block|black) ?list|spamhaus|^5\.7\.1 .*access denied|blocked (using|by)|\blisted (at|by|in|on)\b/,
  /\byour ip\b|reputation|\b(your|for this) account\b/,
)
/** The words of servers for which the service has sent too many mails for now. */
const limitWords = anyOf(
  /(sending|outgoing|submission|daily|hourly) ?((e?mail|message|recipient) )?(limit|quota)|message limit|sending activity/,
  /(max(imum)?|too many|number of|number) (e?mails|messages|defers)|(limit|quota) exceeded for sender/,
)
/** Exchange: a group or a mailbox that takes mail from its own organisation, or from a list of senders, only. */
const readersWords = /resolver\.rst/i
/** RFC 3463, RFC 7372, and Exchange Online's reasons that start with 5.7.5, 5.7.6 and 5.7.7. */
const oursStatus = /^[45]\.(1\.[78]|7\.(3|8|9|1[1-4]|2\d|5[07]|60|[5-7]\d\d))$/
const oursCodes: readonly number[] = [530, 534, 535, 538]
const syntaxCodes: readonly number[] = [500, 502, 504, 555]
const earlySteps: readonly MailStep[] = ["connect", "greeting", "tls", "sign_in", "sender"]

/** Converts a failed exchange at `step` to the mail's state. The words do not contain `to`. */
export function mailErrorAt(step: MailStep, error: unknown, to = ""): MailError {
  const library = (error instanceof Error ? error : new Error(String(error))) as LibraryError
  if (library instanceof MailError) return library
  const reply = readReply(library.response ?? "")
  if (!reply) {
    const reason = library.originalCode ?? library.code ?? library.name
    const fault = { step, words: withoutAddresses(`${library.message} (${reason})`, to) }
    return new MailError(verdictOfSilence(step, library), fault)
  }
  const fault = {
    step: stepOfCommand[library.command ?? ""] ?? step,
    ...reply,
    words: withoutAddresses(reply.words, to),
  }
  return new MailError(verdictOfReply(fault, /^\p{ASCII}*$/u.test(to)), fault)
}

/** Joins the lines of a reply (RFC 5321 section 4.2.1), each of which may repeat both codes. */
function readReply(response: string): { code: number; status?: string; words: string } | undefined {
  const [, digits, status] = /^([245]\d\d)(?:[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S))?/.exec(response) ?? []
  if (digits === undefined) return undefined
  const lines = response.split(/\r?\n/).map((line) => line.replace(/^\d{3}[ -]?([245]\.\d{1,3}\.\d{1,3}(?!\S))?/, ""))
  return { code: Number(digits), ...(status !== undefined && { status }), words: lines.join(" ") }
}

/** `isPlain`: the server need not know addresses in other scripts (RFC 6531). */
function verdictOfReply({ step, code = 0, status = "", words }: MailFault, isPlain: boolean): MailVerdict {
  const said = `${status} ${words}`
  const isOurs =
    !readersWords.test(said) &&
    (oursCodes.includes(code) ||
      oursStatus.test(status) ||
      oursWords.test(said) ||
      (code >= 500 && limitWords.test(said)))
  if (code < 500) return isOurs && step !== "sign_in" && code !== 421 ? "ours" : "later"
  if (earlySteps.includes(step) || (isPlain && syntaxCodes.includes(code))) return "ours"
  if (/^5\.1\.[1-6]$/.test(status)) return "refused"
  // RFC 5321 section 4.2.2: 503 is a bad sequence of commands, which says nothing about the mail.
  if (!isOurs) return code === 503 ? "later" : "refused"
  return "ours"
}

function verdictOfSilence(step: MailStep, { code, originalCode = "", message }: LibraryError): MailVerdict {
  if (code === "EMESSAGE" && step !== "end") return "refused" // larger than the server takes
  if (code === "EAUTH" || code === "ENOAUTH") return "ours"
  if (step === "tls" && /cert|signed|altname|issuer|verify|upgrade/i.test(`${originalCode} ${message}`)) return "ours"
  return step === "end" ? "lost" : "later"
}
