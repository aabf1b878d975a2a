import { reasonSentence } from "../../kit/mail-reason.ts"
import { Notice } from "../../kit/notice.tsx"
import { When } from "../../kit/when.tsx"
import type { AnswerOf } from "../calls.ts"

type Mail = AnswerOf<"get-purchase">["mail"]

/** Whether a mail was refused or came back. */
export const isUnmailed = (mail: Mail): boolean => mail?.state === "refused" || mail?.state === "bounced"

/** Why a mail did not arrive, or is still tried; nothing for a mail that arrived. */
export function MailTrouble({ mail }: { mail: Mail }) {
  if (mail === null || mail.reason === null) return null
  const { reason, words, at } = mail
  const isEnded = isUnmailed(mail)
  return (
    <Notice tone={isEnded ? "bad" : "note"} title={isEnded ? "Could not be mailed" : "Not delivered yet"}>
      {reasonSentence(reason)} {!isEnded && "We keep trying. "}
      {words && (
        <>
          The server said: “<bdi>{words}</bdi>”.{" "}
        </>
      )}
      <When at={at} />
    </Notice>
  )
}
