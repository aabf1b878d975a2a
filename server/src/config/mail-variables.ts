import { z } from "zod"
import { dkimKey, scheme } from "./schemas.ts"
import type { Variables } from "./variable.ts"

const encoded = "with each of `@ : / ? # %` in the user and the password percent-encoded, such as `/` as `%2F`"
const mailbox = `must be \`imaps://user:password@host:port/folder\`, ${encoded}`
const options = ["name", "requireTLS", "ignoreTLS", "authMethod", "maxConnections"]
const switches = ["requireTLS", "ignoreTLS", "tls.rejectUnauthorized"]

/** The parts of an address. Undefined where a character of the password ends it, or cannot be decoded. */
function partsOf(text: string): URL | undefined {
  const url = URL.parse(text)
  try {
    decodeURIComponent(`${url?.username}${url?.password}${url?.pathname}`)
    return url?.hostname && !url.hash ? url : undefined
  } catch {
    return undefined
  }
}

const isSmtp = (text: string) => ["", "/"].includes(partsOf(text)?.pathname ?? "-")
const hasKnownOptions = (text: string) =>
  [...(partsOf(text)?.searchParams ?? [])].every(
    ([name, value]) =>
      (options.includes(name) || name.startsWith("tls.")) &&
      (!switches.includes(name) || ["true", "false"].includes(value)),
  )
const isOutbox = (text: string) => text.startsWith("outbox:")

export const mailVariables = {
  mailUrl: {
    name: "SVC_MAIL_URL",
    schema: scheme(/^(outbox:.*|smtps?:\/\/.+)$/, "must start with `outbox:` or `smtp://`")
      .refine((text) => isOutbox(text) || isSmtp(text), `must be \`smtp://user:password@host:port\`, ${encoded}`)
      .refine(
        (text) => isOutbox(text) || hasKnownOptions(text),
        `may have the options ${options.join(", ")} and those that begin with \`tls.\`; ${switches.join(", ")} are \`true\` or \`false\``,
      ),
    secret: true,
    help: "`outbox:<folder>` writes each message to a file; `smtp://user:password@host:port` sends it ([Mail](mail.md#the-mail-server) has the options that may follow). Left out, a folder in the data folder.",
  },
  mailFrom: {
    name: "SVC_MAIL_FROM",
    schema: z.email("must be a mail address"),
    default: "atelier@localhost.localdomain",
    help: "The sender of every message.",
  },
  mailBounces: {
    name: "SVC_MAIL_BOUNCES",
    schema: z
      .email("must be a mail address")
      .refine((address) => address.indexOf("@") <= 39, "must have at most 39 characters before the @"),
    help: "The address that mail servers send bounces to, such as `bounces@example.com`. Each mail has one of its own, such as `bounces+3f…@example.com`. Left out, bounces go to `SVC_MAIL_FROM`, and this service does not read them.",
  },
  mailBouncesUrl: {
    name: "SVC_MAIL_BOUNCES_URL",
    schema: scheme(/^imaps?:\/\/[^:@/]+:[^@/]+@.+$/, mailbox).refine((text) => partsOf(text)?.username, mailbox),
    secret: true,
    help: "The mailbox of `SVC_MAIL_BOUNCES`, such as `imaps://user:password@host/INBOX`. The service reads each message once and deletes it, so nothing else may arrive there.",
  },
  mailDkimKey: {
    name: "SVC_MAIL_DKIM_KEY",
    schema: dkimKey,
    secret: true,
    help: "A private RSA key (PEM) that signs each mail for the domain of `SVC_MAIL_FROM`, for a mail server that does not sign. Left out, this service does not sign.",
  },
  mailDkimSelector: {
    name: "SVC_MAIL_DKIM_SELECTOR",
    schema: z.string().regex(/^[a-z\d]([a-z\d.-]{0,61}[a-z\d])?$/i, "must be letters, digits, dots and hyphens"),
    default: "atelier",
    help: "The selector of that key: its public half is the TXT record `<selector>._domainkey.<domain>`.",
  },
} as const satisfies Variables
