import type { DeliveryData } from "../../../../server/src/surfaces/pages/page-data.ts"
import { Button } from "../../kit/button.tsx"
import { reasonSentence } from "../../kit/mail-reason.ts"
import { Notice } from "../../kit/notice.tsx"

/** Explains how to find the page again, and mails the receipt again by a plain form. */
export function Receipt({ canSend, mail, formAction }: DeliveryData["receipt"]) {
  if (!canSend) {
    return <p className="muted small pretty">Bookmark this page. It’s the only way to your files.</p>
  }
  return (
    <div className="stack gap-4" id="receipt">
      {mail && (
        <div data-asked-mail={`${mail.state} ${mail.reason ?? ""}`}>
          <Asked {...mail} />
        </div>
      )}
      <p className="muted small pretty">Anyone with this link can download your files. Keep it private.</p>
      <form method="post" action={formAction}>
        <Button type="submit" variant="default" size="sm">
          {mail ? "Send again" : "Email me the receipt"}
        </Button>
      </form>
    </div>
  )
}

/** Names no address, since another person than the buyer may have the link. */
function Asked({ state, reason }: NonNullable<DeliveryData["receipt"]["mail"]>) {
  if (state === "sent") return <Notice tone="good" title="Receipt sent" />
  if (state === "sending") return <Notice tone="note" title="Sending the receipt" />
  if (state === "slow") {
    return (
      <Notice tone="note" title="Receipt not delivered yet">
        {reasonSentence(reason)} We keep trying.
      </Notice>
    )
  }
  return (
    <Notice tone="bad" title="Receipt not delivered">
      {reasonSentence(reason)} Bookmark this page, and ask the seller to correct your email.
    </Notice>
  )
}
