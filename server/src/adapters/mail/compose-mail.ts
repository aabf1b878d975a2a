import type { MailSender } from "./mail-sender.ts"
import { toMailOptions } from "./message.ts"
import type { MailMessage } from "./port.ts"

/** Writes and signs a message (RFC 5322). @throws ServiceError as `toMailOptions` does */
export async function composeMail(
  message: MailMessage,
  { from, dkim }: Pick<MailSender, "from" | "dkim">,
): Promise<Buffer> {
  const options = toMailOptions(message, from)
  const { createTransport } = await import("nodemailer") // loaded at the first mail: it is half a megabyte of code
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows", ...(dkim && { dkim }) })
  return (await composer.sendMail(options)).message as Buffer
}
