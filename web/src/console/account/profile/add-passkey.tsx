import { useState } from "react"
import { Refused } from "../../../api/call.ts"
import { makePasskey } from "../../../api/passkey.ts"
import { Button } from "../../../kit/button.tsx"
import { Notice } from "../../../kit/notice.tsx"
import { useRead } from "../../ask.ts"
import { here } from "../../console-data.ts"
import { useChange } from "../../use-change.ts"

/** Why no passkey was added: the device has one already, or the browser gave another error. */
type Failure = "held" | "other"

/** Creates a passkey on this device, named after its browser. */
export function AddPasskey() {
  const sessions = useRead("list-sessions", {}).data?.items ?? []
  const name = sessions.find(({ isCurrent }) => isCurrent)?.label ?? "Passkey"
  const [failure, setFailure] = useState<Failure>()
  const add = useChange("add-passkey", { makesStale: ["list-passkeys"], says: "Passkey added" })
  if (!("PublicKeyCredential" in window)) return null
  const begin = async () => {
    setFailure(undefined)
    try {
      const made = await makePasskey({ options: "/account/passkeys/options", formToken: here().formToken })
      await add.mutateAsync({ name, response: JSON.stringify(made) })
    } catch (error) {
      // A toast shows refusals.
      if (!(error instanceof Refused)) setFailure(isHeld(error) ? "held" : "other")
    }
  }
  return (
    <div>
      {failure === "held" && (
        <Notice tone="bad" title="This device already has a passkey">
          Use it to sign in.
        </Notice>
      )}
      {failure === "other" && (
        <Notice tone="bad" title="Passkey not added">
          Your browser canceled it. Try again.
        </Notice>
      )}
      <Button variant="default" isBusy={add.isPending} onClick={begin}>
        Add passkey
      </Button>
    </div>
  )
}

const isHeld = (error: unknown) => error instanceof Error && error.name === "InvalidStateError"
