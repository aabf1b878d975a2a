import { Notice } from "../../kit/notice.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { stale, useChange, useRead } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { unreadWords } from "./calendar-words.ts"

type Plan = AnswerOf<"get-team-time">["streamPlan"]

/** The reader's own calendar, whose events make them busy. Its secret URL is never shown again. */
export function StreamPlan() {
  const plan = useRead("get-team-time", {}).data?.streamPlan
  if (!plan) return null
  const isAttached = plan.state !== "none"
  return (
    <>
      <p>Your team sees when you are busy. Your connected apps also see titles.</p>
      {isAttached && <State plan={plan} />}
      <AttachForm isAttached={isAttached} />
      {isAttached && <Detach />}
    </>
  )
}

function State({ plan }: { plan: Plan }) {
  const { state, error, refreshedAt: refreshed, unknownZoneEvents: odd = 0 } = plan
  const read = refreshed && (
    <>
      Updated <When at={Date.parse(refreshed)} />.
    </>
  )
  return (
    <Notice
      tone={state === "failing" ? "bad" : "good"}
      title={state === "failing" ? "Calendar unavailable" : "Calendar connected"}
    >
      {error} {read} {unreadWords(plan)}{" "}
      {odd > 0 && `${odd === 1 ? "1 event has" : `${odd} events have`} an unknown time zone; yours is used.`}
    </Notice>
  )
}

function AttachForm({ isAttached }: { isAttached: boolean }) {
  const attach = useChange("set-stream-plan", {
    makesStale: stale.times,
    isForm: true,
    says: ({ busyEvents: count }) => `Calendar connected with ${count} busy times`,
  })
  return (
    <ActionForm
      change={attach}
      submit={isAttached ? "Replace calendar" : "Connect calendar"}
      toInput={({ url = "" }) => ({ url })}
    >
      <TextInput
        name="url"
        label="Calendar URL"
        description="The secret iCal address from Google, Outlook, Apple or Twitch."
        placeholder="https://"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </ActionForm>
  )
}

function Detach() {
  const detach = useChange("set-stream-plan", { makesStale: stale.times, isForm: true, says: "Calendar disconnected" })
  return (
    <Unfold label="Disconnect" about="calendar">
      <p>Its URL and busy times are deleted.</p>
      <ActionForm change={detach} submit="Disconnect calendar" tone="danger" toInput={() => ({ url: null })} />
    </Unfold>
  )
}
