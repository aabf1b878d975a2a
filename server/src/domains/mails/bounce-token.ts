import type { Outside } from "#access/context.ts"

/** Identifies a mail in its envelope sender. Servers may change the case of letters there, so it is hexadecimal. */
export function bounceToken({ keyring }: Pick<Outside, "keyring">, mailId: string): string {
  return Buffer.from(keyring.mac("mail-bounce", mailId), "base64url").toString("hex").slice(0, 24)
}
