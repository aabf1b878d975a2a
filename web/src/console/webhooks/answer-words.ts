import type { AnswerOf } from "../calls.ts"
import type { StateWords } from "../ui/values/state.tsx"

type Delivery = AnswerOf<"list-webhook-deliveries">["items"][number]

const renew = "Install a certificate from a public authority, such as Let’s Encrypt."
const faults: Readonly<Record<string, readonly [words: string, advice?: string]>> = {
  address: ["Address refused"],
  unreachable: ["Unreachable"],
  silent: ["No response in time"],
  self_signed: ["Self-signed certificate", renew],
  expired: ["Certificate expired", "Renew the receiver’s certificate, and restart the receiver."],
  not_yet_valid: ["Certificate not valid yet", "Check the clock of the machine that issued it."],
  wrong_name: ["Certificate for another name", "Check the address, or install a certificate for its name."],
  unknown_issuer: ["Unknown certificate issuer", renew],
  incomplete_chain: [
    "Incomplete certificate",
    "Make the receiver send the intermediate certificates too (fullchain.pem).",
  ],
  bad_certificate: ["Certificate refused", renew],
  plain_http: ["No HTTPS at this port", "Make the receiver speak TLS at this port."],
  old_tls: ["TLS version too old", "Allow TLS 1.2 or 1.3 at the receiver."],
  handshake_cut: ["TLS handshake cut off", "Check the receiver’s log, and whether a firewall lies between."],
  handshake_refused: ["TLS handshake failed", "Allow common ciphers, and requests without a client certificate."],
}

const faultOf = ({ status, fault }: { status: number | null; fault: string | null }) =>
  status === null ? (faults[fault ?? ""] ?? (["No response"] as const)) : undefined

/** The outcome of a try in words: the response's status, or the reason for no response. */
export function answerInWords(of: Parameters<typeof faultOf>[0]): string {
  return faultOf(of)?.[0] ?? String(of.status)
}

/** What the receiver's operator can do so that the next try gets a response. */
export const adviceFor = (of: Parameters<typeof faultOf>[0]): string | undefined => faultOf(of)?.[1]

export const isArrived = (status: number | null) => status !== null && status >= 200 && status < 300

export function stateOf({ outcome, tries, againAt, dueAt }: Delivery): StateWords {
  if (againAt !== null) return { words: "Sending again", tone: "note" }
  if (outcome === "delivered") return { words: "Delivered", tone: "good" }
  if (outcome === "failed") return tries === 0 ? { words: "Not sent", tone: "plain" } : { words: "Failed", tone: "bad" }
  if (tries > 0) return { words: "Retrying", tone: "note" }
  return { words: dueAt === null ? "In line" : "Waiting", tone: "plain" }
}
