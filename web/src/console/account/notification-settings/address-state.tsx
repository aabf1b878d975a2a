import { reasonSentence } from "../../../kit/mail-reason.ts"
import { Notice } from "../../../kit/notice.tsx"
import { useRead } from "../../ask.ts"
import { ChangeButton } from "../../ui/change-button.tsx"
import { useChange } from "../../use-change.ts"

/** Whether mails reach the account's address; nothing while they do. */
export function AddressState() {
  const { data } = useRead("get-notification-settings", {})
  const again = useChange("try-mails-again", {
    makesStale: ["get-notification-settings"],
    says: ({ address }) => `Notifications go to ${address.email} again`,
  })
  if (!data?.address.last) return null
  const { email, isStopped, last } = data.address
  const address = <bdi>{email}</bdi>
  return (
    <>
      <Notice tone="bad" title={isStopped ? "Notification emails are stopped" : "The last email wasn’t delivered"}>
        {isStopped ? <>The last 3 emails to {address} weren’t delivered.</> : <>It was sent to {address}.</>}{" "}
        {reasonSentence(last.reason)}
        {isStopped && " Receipts, sign-in codes, invites and payment issues are still sent."}
      </Notice>
      <div>
        <ChangeButton variant="default" label="Try again" change={again} input={{}} />
      </div>
    </>
  )
}
