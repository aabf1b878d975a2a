import type { SendMailOptions } from "nodemailer"
import { needsUtf8 } from "#kernel/email-address.ts"
import { invalidInput } from "#kernel/error.ts"
import type { MailMessage } from "./port.ts"

const oneAddress = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const control = /[\u0000-\u001f\u007f]/

/**
 * The library quotes a name in ASCII (RFC 5322) and encodes any other (RFC 2047).
 * @throws ServiceError for more or less than one recipient, or a line break, which would start another header.
 */
export function toMailOptions(message: MailMessage, from: string): SendMailOptions {
  const { fromName = "", replyTo } = message
  if (!oneAddress.test(message.to)) throw invalidInput("The recipient is not one email address.")
  if (replyTo !== undefined && !oneAddress.test(replyTo)) throw invalidInput("Reply-To is not one email address.")
  if (control.test(message.subject)) throw invalidInput("The subject contains a line break.")
  if (control.test(fromName)) throw invalidInput("The sender's name contains a line break.")
  if (!/^[\w.-]+$/.test(message.id)) throw invalidInput("The message ID is malformed.")
  if (message.offUrl !== undefined && !URL.canParse(message.offUrl))
    throw invalidInput("The unsubscribe URL is malformed.")
  return {
    from: { name: fromName, address: from },
    // RFC 6532: a header that is not ASCII needs SMTPUTF8, which a mail to an ASCII address must not depend on.
    ...(replyTo !== undefined &&
      (!needsUtf8(replyTo) || needsUtf8(message.to)) && { replyTo: { name: "", address: replyTo } }),
    to: { name: "", address: message.to },
    subject: message.subject,
    text: withLineFeeds(message.text),
    ...(message.html === undefined ? {} : { html: withLineFeeds(message.html) }),
    messageId: `<${message.id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    // They stop vacation replies: the first by RFC 3834 section 5, the second those of Exchange, which needs its own.
    headers: {
      ...{ "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" },
      ...oneClick(message),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 5321 section 2.3.8 forbids a CR without an LF. The library mends one only after the text was signed. */
const withLineFeeds = (text: string) => text.replace(/\r\n?/g, "\n")

/** RFC 8058 §3.1: "one List-Unsubscribe header field and one List-Unsubscribe-Post header field in the message." */
function oneClick({ offUrl }: MailMessage): Record<string, string> {
  if (offUrl === undefined) return {}
  return { "List-Unsubscribe": `<${new URL(offUrl).href}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
}
