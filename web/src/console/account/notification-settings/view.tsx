import { reasonSentence } from "../../../kit/mail-reason.ts"
import { Notice } from "../../../kit/notice.tsx"
import { useRead } from "../../ask.ts"
import { ChangeButton } from "../../ui/change-button.tsx"
import { View as Frame } from "../../ui/page.tsx"
import { useChange } from "../../use-change.ts"
import { Browsers } from "./browsers.tsx"
import { Kinds } from "./kinds.tsx"

export function View() {
  return (
    <Frame title="Notification settings" below="Applies to all of your workspaces.">
      <AddressState />
      <Kinds />
      <Browsers />
    </Frame>
  )
}

/** Whether mails reach the account's address; nothing while they do. */
function AddressState() {
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
