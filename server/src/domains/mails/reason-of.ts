import type { MailFault, MailVerdict } from "#adapters/mail/port.ts"
import type { MailReason } from "#contract/mail-reasons.ts"

/** Large providers use these codes for other reasons than RFC 3463 and RFC 7505 say. */
const unclear = /^$|^(0\.0|1\.10|3\.0|4\.1|5\.0)$/

const byWords: readonly [RegExp, MailReason][] = [
  [
    /null ?mx|not accept mail|(?:host|domain)\b.{0,40}\b(?:unknown|not found|not exist|invalid)|illegal host/i,
    "no-domain",
  ],
  [/quota|\b(?:mailbox|account|inbox)\b.{0,20}\bfull\b|disk space/i, "full"],
  [/too (?:large|big)\b|size limit/i, "too-large"],
  [/spam|block(?:ed|list)|black ?list|policy|reputation|virus/i, "unwanted"],
  [
    /\b(?:user|recipient|mailbox|address|account)\b.{0,60}\b(?:unknown|not (?:found|exist|listed)|n't exist|invalid|disabled|expired|unavailable|rejected)\b/i,
    "no-mailbox",
  ],
  [
    /\b(?:unknown|invalid|no such) (?:local )?(?:user|recipient|mailbox|address|account)\b|\bno mailbox\b/i,
    "no-mailbox",
  ],
]

/** Maps enhanced status codes without their class (RFC 3463) to reasons. The first pattern that fits counts. */
const byStatus: readonly [RegExp, MailReason][] = [
  [/^(1\.2|4\.4|4\.3|1\.8)$/, "no-domain"],
  [/^(1\.\d+|2\.1|2\.0)$/, "no-mailbox"],
  [/^6\.7$/, "script"],
  [/^2\.2$/, "full"],
  [/^(2\.3|3\.4)$/, "too-large"],
  [/^7\./, "unwanted"],
  [/^4\./, "unreachable"],
]

/** Maps reply codes to reasons, for servers without enhanced codes (RFC 5321 section 4.2.3). */
const byCode: Readonly<Record<number, MailReason>> = {
  ...{ 550: "no-mailbox", 551: "no-mailbox", 553: "no-mailbox", 556: "no-domain", 552: "full", 554: "unwanted" },
}

export function reasonOf(verdict: MailVerdict, fault: Partial<MailFault>): MailReason {
  if (verdict === "ours") return "service"
  const known = knownReason(verdict, fault)
  if (known === "unwanted" && verdict !== "refused") return "busy"
  if (known !== undefined) return known
  if (verdict === "refused") return "other"
  return fault.code === undefined && fault.status === undefined ? "unreachable" : "busy"
}

function knownReason(verdict: MailVerdict, { step, code, status, words }: Partial<MailFault>): MailReason | undefined {
  const [, detail = ""] = /^[245]\.(\d+\.\d+)$/.exec(status ?? "") ?? []
  const said = unclear.test(detail) ? byWords.find(([pattern]) => pattern.test(words ?? ""))?.[1] : undefined
  if (said !== undefined && (verdict === "refused" || said === "full")) return said
  return byStatus.find(([pattern]) => pattern.test(detail))?.[1] ?? (step === "reader" ? byCode[code ?? 0] : undefined)
}
