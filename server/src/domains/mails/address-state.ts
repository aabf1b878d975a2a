import { z } from "zod"
import type { Reading } from "#access/context.ts"
import { listLastEnded } from "./mail-state-store.ts"
import { mostInARow } from "./mail-store.ts"
import { showMail, shownMail } from "./shown-mail.ts"

export const addressState = z.object({
  email: z.string(),
  isStopped: z
    .boolean()
    .describe(
      "The last three mails did not arrive, so mails that can be switched off are left out until the next one arrives or the person tries again.",
    ),
  last: shownMail.nullable().describe("The last mail, if it did not arrive."),
})

export async function getAddressState(cx: Reading, email: string): Promise<z.output<typeof addressState>> {
  const ended = await listLastEnded(cx, email)
  const [last] = ended
  return {
    email,
    isStopped: ended.filter(({ state }) => state !== "taken").length === mostInARow,
    last: last === undefined || last.state === "taken" ? null : showMail(last),
  }
}
