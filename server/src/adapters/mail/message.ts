import type { SendMailOptions } from "nodemailer"
import { invalidInput } from "#kernel/error.ts"
import type { MailMessage } from "./port.ts"

/** @throws ServiceError for more or less than one recipient, or a line break, which would start another header. */
export function toMailOptions(message: MailMessage, from: string): SendMailOptions {
  if (!/^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/.test(message.to)) {
    throw invalidInput("The recipient is not one mail address.")
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  if (/[\u0000-\u001f\u007f]/.test(message.subject)) throw invalidInput("The subject has a line break in it.")
  if (!/^[\w.-]+$/.test(message.id)) throw invalidInput("The message's id is not well formed.")
  if (message.offUrl !== undefined && !URL.canParse(message.offUrl)) throw invalidInput("The address is none.")
  return {
    from,
    to: { name: "", address: message.to },
    subject: message.subject,
    text: message.text,
    ...(message.html === undefined ? {} : { html: message.html }),
    messageId: `<${message.id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    // RFC 3834 section 5: stops automatic vacation replies.
    headers: { "Auto-Submitted": "auto-generated", ...oneClick(message) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** RFC 8058 §3.1: "one List-Unsubscribe header field and one List-Unsubscribe-Post header field in the message." */
function oneClick({ offUrl }: MailMessage): Record<string, string> {
  if (offUrl === undefined) return {}
  return { "List-Unsubscribe": `<${new URL(offUrl).href}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
}
