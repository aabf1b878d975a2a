import { type ReadMessage, readMessage } from "#adapters/mail/read-message.ts"

/** The mails to an address, oldest first, of all that a world has sent. */
export function mailsTo({ mails }: { mails(): string[] }, address: string): ReadMessage[] {
  return mails()
    .map(readMessage)
    .filter(({ to }) => to === address)
}
