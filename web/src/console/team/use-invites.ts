import { useEffect, useRef, useState } from "react"
import type { Role } from "../../../../server/src/contract/console/route.ts"
import { Refused } from "../../api/call.ts"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"

/** The outcome for one address. Without `error`, the invite was sent. */
export interface InviteOutcome {
  email: string
  error?: Refused
}

/** Sends invites one after the other. Closing the form stops it, and a toast counts what was sent. */
export function useInvites() {
  const invite = useChange("invite-member", { makesStale: ["list-invitations"], isForm: true })
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[]>([])
  const [toSend, setToSend] = useState(0)
  const isGone = useIsGone()

  /** Returns the outcomes; undefined if the form was closed before all were sent. */
  async function send(emails: readonly string[], role: Role): Promise<readonly InviteOutcome[] | undefined> {
    const done: InviteOutcome[] = []
    setToSend(emails.length)
    for (const email of emails) {
      if (isGone.current) {
        sayStopped(done, emails.length)
        return undefined
      }
      const before = done.at(-1)?.error
      // After a limit or an outage, the others would be refused too.
      done.push(before && endsAll(before) ? { email, error: before } : await sendOne(email, role))
      setOutcomes([...done])
    }
    setToSend(0)
    return done
  }

  async function sendOne(email: string, role: Role): Promise<InviteOutcome> {
    try {
      await invite.mutateAsync({ email, role })
      return { email }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { email, error }
    }
  }

  return { send, outcomes, toSend }
}

function useIsGone() {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}

const endsAll = (error: Refused) => error.isPassing || error.status === 403

function sayStopped(done: readonly InviteOutcome[], all: number): void {
  const sent = done.filter(({ error }) => !error).length
  toast({ tone: "bad", title: `${sent} of ${all} invites sent`, text: "You closed the form. Invite the others again." })
}
