import PostalMime, { type Email } from "postal-mime"

/** Reads a message as a mail program would: headers decoded, parts and soft line breaks undone. */
export function readMail(message: string | Uint8Array): Promise<Email> {
  return PostalMime.parse(message)
}
