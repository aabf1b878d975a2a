import { useState } from "react"
import { Button } from "../../../kit/button.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { Row, Rows, Section } from "../../../kit/section.tsx"
import { When } from "../../../kit/when.tsx"
import { useChange, useRead } from "../../ask.ts"
import type { AnswerOf } from "../../calls.ts"
import { canSubscribe, type PushObstacle, subscribe, unsubscribe } from "./subscription.ts"

const words: Record<PushObstacle, { title: string; text: string }> = {
  unable: {
    title: "This browser doesn't support notifications",
    text: "On iPhone or iPad, add this site to the home screen first.",
  },
  blocked: {
    title: "Notifications are blocked",
    text: "Allow notifications for this site in your browser's settings.",
  },
  failed: {
    title: "Notifications couldn't be turned on",
    text: "The browser's push service didn't respond. Try again.",
  },
}

/** The browsers that show notifications while no page of the service is open. */
export function Browsers() {
  const { publicKey, browsers = [] } = useRead("get-push", {}).data ?? {}
  const [obstacle, setObstacle] = useState<PushObstacle>()
  const [isBusy, setBusy] = useState(false)
  const add = useChange("subscribe-to-push", { makesStale: ["get-push"], says: "Browser notifications turned on" })
  const isOn = browsers.some(({ isCurrent }) => isCurrent)
  const shown = canSubscribe() ? obstacle : "unable"
  const turnOn = async () => {
    setObstacle(undefined)
    setBusy(true)
    const made = await subscribe(publicKey ?? "")
    if (typeof made === "string") setObstacle(made)
    else await add.mutateAsync(made).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Section title="Browsers" below="Signing out turns them off.">
      <Switched browsers={browsers} />
      {!isOn && shown && (
        <Notice tone={shown === "failed" ? "bad" : "note"} title={words[shown].title}>
          {words[shown].text}
        </Notice>
      )}
      {!isOn && canSubscribe() && (
        <div>
          <Button isBusy={isBusy} disabled={!publicKey} onClick={turnOn}>
            Turn on notifications
          </Button>
        </div>
      )}
    </Section>
  )
}

function Switched({ browsers }: Pick<AnswerOf<"get-push">, "browsers">) {
  const end = useChange("end-push", { makesStale: ["get-push"] })
  if (browsers.length === 0) return null
  return (
    <Rows>
      {browsers.map(({ id, label, isCurrent, createdAt }) => (
        <Row
          key={id}
          title={label}
          detail={
            <>
              {isCurrent && "This browser, "}since <When at={createdAt} isDay />
            </>
          }
          action={
            <Button
              variant="default"
              size="sm"
              aria-label={`Turn off: ${label}`}
              isBusy={end.isPending}
              onClick={() => {
                end.mutate({ id })
                if (isCurrent) void unsubscribe()
              }}
            >
              Turn off
            </Button>
          }
        />
      ))}
    </Rows>
  )
}
