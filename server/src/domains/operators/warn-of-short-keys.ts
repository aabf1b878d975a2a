import type { Context } from "#access/context.ts"
import { type Letter, mailsEachReader, operatorReaders } from "#domains/mails/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { claimWarning, countShortKeys } from "./warning-store.ts"

/** Operators are warned from this share of given short keys on. */
const scarceFrom = 0.8

export function areScarce(given: number, inAll: number): boolean {
  return given >= inAll * scarceFrom
}

/** Mails the operators once when most of the `inAll` short keys are given away. */
export async function warnOfShortKeys(cx: Context, inAll: number): Promise<void> {
  const given = await countShortKeys(cx)
  if (!areScarce(given, inAll)) return
  const isFirst = await cx.atomically(async (cx) => {
    if (!(await claimWarning(cx, "short-keys"))) return false
    await enqueue(cx, "mail-short-keys", { payload: { given, inAll } })
    return true
  })
  if (isFirst) cx.log.warn({ given, inAll }, "Most of the short keys are given away.")
}

export const mailShortKeys = mailsEachReader("mail-short-keys", async (cx, used) => ({
  ...{ id: "short-keys", about: "short-keys", workspaceId: null },
  readers: operatorReaders(cx),
  write: () => letterOf(cx, used),
}))

function letterOf(cx: Context, { given, inAll }: JobPayloads["mail-short-keys"]): Letter {
  const number = new Intl.NumberFormat("en")
  return {
    subject: "Most short keys are used",
    paragraphs: [
      "Each published offer keeps a four-character key. Without a free key, no offer can be published.",
      "Update to a release with longer keys before they run out.",
    ],
    facts: [
      ["Used", number.format(given)],
      ["Left", number.format(inAll - given)],
    ],
    button: { label: "View overview", url: `${cx.addresses.base}/operator` },
    notes: [`${cx.brandName} sends this email once.`],
  }
}
