import { useEffect, useRef, useState } from "react"
import type { Role } from "../../../../server/src/contract/console/route.ts"
import { Refused } from "../../api/call.ts"
import { Row, Rows } from "../../kit/section.tsx"
import { useChange } from "../ask.ts"
import { rolesToGive } from "../roles.ts"
import { toast } from "../toast.ts"
import { ActionForm, ParagraphsInput, SelectInput } from "../ui/form.tsx"
import { State } from "../ui/values/state.tsx"
import { readEmails } from "./read-emails.ts"

/** A person may send 50 invites an hour. */
const mostAtOnce = 25

/** Invites one address or several. Those that were refused stay in the field, with the reason below. */
export function InviteForm({ onDone }: { onDone(): void }) {
  const [text, setText] = useState("")
  const [error, setError] = useState<Refused | null>(null)
  const { send, outcomes, toSend } = useInvites()
  const isPending = toSend > 0

  async function invite({ role }: { role: Role }) {
    const emails = readEmails(text)
    setError(faultOf(emails.length))
    if (faultOf(emails.length)) return
    const sent = await send(emails, role)
    const refused = sent?.filter(({ error }) => error) ?? []
    setText(refused.map(({ email }) => email).join("\n"))
    if (refused.length > 0)
      setError(refusedEmails(`Not sent: ${refused.length} of ${emails.length}. Reasons are below.`))
    if (!sent || refused.length > 0) return
    toast({ title: sent.length === 1 ? `Invite sent to ${emails[0]}` : `${sent.length} invites sent` })
    onDone()
  }

  return (
    <>
      <ActionForm
        change={{ mutate: invite, isPending, error }}
        submit="Send invites"
        toInput={({ role }) => ({ role })}
      >
        <EmailsField text={text} isPending={isPending} onType={setText} />
        <SelectInput name="role" label="Role" defaultValue="member" options={rolesToGive()} />
      </ActionForm>
      <p role="status">{isPending && `Sending ${Math.min(outcomes.length + 1, toSend)} of ${toSend}…`}</p>
      <Outcomes outcomes={outcomes} />
    </>
  )
}

function EmailsField({ text, isPending, onType }: { text: string; isPending: boolean; onType(text: string): void }) {
  return (
    <ParagraphsInput
      name="emails"
      label="Emails"
      description="Separate with commas, spaces or lines. Invites expire in two weeks."
      rows={3}
      autoComplete="off"
      spellCheck={false}
      required
      readOnly={isPending}
      value={text}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
}

function faultOf(count: number): Refused | null {
  const fault =
    count === 0 ? "Enter an email." : count > mostAtOnce ? `Enter at most ${mostAtOnce} emails at once.` : undefined
  return fault === undefined ? null : refusedEmails(fault)
}

const refusedEmails = (message: string) => new Refused(message, { status: 400, field: "emails" })

const reasonOf = ({ field, message, hint = "" }: Refused) =>
  field === "email" ? message.replace(/^`email` must be/, "This must be") : `${message} ${hint}`

function Outcomes({ outcomes }: { outcomes: readonly InviteOutcome[] }) {
  if (outcomes.length === 0) return null
  return (
    <Rows>
      {outcomes.map(({ email, error }) => (
        <Row
          key={email}
          title={email}
          detail={error && reasonOf(error)}
          action={error ? <State words="Not sent" tone="bad" /> : <State words="Sent" tone="good" />}
        />
      ))}
    </Rows>
  )
}

/** The outcome for one address. Without `error`, the invite was sent. */
interface InviteOutcome {
  email: string
  error?: Refused
}

/** Sends invites one after the other. Closing the form stops it, and a toast counts what was sent. */
function useInvites() {
  const invite = useChange("invite-member", { makesStale: ["list-invitations"], isForm: true })
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[]>([])
  const [toSend, setToSend] = useState(0)
  const isUnmounted = useIsUnmounted()

  /** Returns the outcomes; undefined if the form was closed before all were sent. */
  async function send(emails: readonly string[], role: Role): Promise<readonly InviteOutcome[] | undefined> {
    const done: InviteOutcome[] = []
    setToSend(emails.length)
    for (const email of emails) {
      if (isUnmounted.current) {
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

function useIsUnmounted() {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return isUnmounted
}

const endsAll = (error: Refused) => error.isPassing || error.status === 403

function sayStopped(done: readonly InviteOutcome[], all: number): void {
  const sent = done.filter(({ error }) => !error).length
  toast({ tone: "bad", title: `${sent} of ${all} invites sent`, text: "You closed the form. Invite the others again." })
}
