import { type ReadMessage, readMessage } from "#adapters/mail/read-message.ts"

/** The mails to an address, oldest first, from all mails of a world. */
export function mailsTo({ mails }: { mails(): string[] }, address: string): ReadMessage[] {
  return mails()
    .map(readMessage)
    .filter(({ to }) => to === address)
}
