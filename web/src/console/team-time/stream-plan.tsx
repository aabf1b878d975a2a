import { useQuery } from "@tanstack/react-query"
import { Notice } from "../../kit/notice.tsx"
import { Unfold } from "../../kit/unfold.tsx"
import { When } from "../../kit/when.tsx"
import { type AnswerOf, readOf } from "../ask.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { toast } from "../ui/toast.ts"
import { useChange } from "../use-change.ts"
import { staleTimes } from "./stale-times.ts"

type Plan = AnswerOf<"get-team-time">["stream_plan"]

/** The reader's own calendar, whose events make them busy. Its secret URL is never shown again. */
export function StreamPlan() {
  const plan = useQuery(readOf("get-team-time", {})).data?.stream_plan
  if (!plan) return null
  const isAttached = plan.state !== "none"
  return (
    <>
      <p>
        Streams and meetings of your calendar make you busy here. The others see when, and never what; the apps that you
        connect see its titles too.
      </p>
      {isAttached && <State plan={plan} />}
      <AttachForm isAttached={isAttached} />
      {isAttached && <Detach />}
    </>
  )
}

function State({ plan }: { plan: Plan }) {
  const { state, error, refreshed_at: refreshed, unreadable_events: unread = 0, unknown_zone_events: odd = 0 } = plan
  const read = refreshed && (
    <>
      Last read <When at={Date.parse(refreshed)} />.
    </>
  )
  return (
    <Notice
      tone={state === "failing" ? "bad" : "good"}
      title={state === "failing" ? "The calendar cannot be read now" : "A calendar is attached"}
    >
      {error} {read} {unread > 0 && `${unread} events could not be understood and are left out.`}{" "}
      {odd > 0 && `${odd} events are in an unknown time zone, and are read as if in yours.`}
    </Notice>
  )
}

function AttachForm({ isAttached }: { isAttached: boolean }) {
  const attach = useChange("set-stream-plan", {
    makesStale: staleTimes,
    isForm: true,
    onDone: ({ busy_events: count }) =>
      toast({ tone: "good", title: `The calendar is attached, with ${count} busy times in the next two months.` }),
  })
  return (
    <ActionForm
      change={attach}
      submit={isAttached ? "Attach another" : "Attach the calendar"}
      toInput={({ url = "" }) => ({ url })}
    >
      <TextInput
        name="url"
        label="Address of the calendar"
        description="Its secret subscription address (iCal), which ends in .ics and opens without signing in. Google Calendar, Outlook, Apple and Twitch have one."
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
  const detach = useChange("set-stream-plan", {
    makesStale: staleTimes,
    isForm: true,
    onDone: () => toast({ tone: "good", title: "The calendar is detached." }),
  })
  return (
    <Unfold label="Detach" about="the calendar">
      <p>Its address and its busy times are forgotten.</p>
      <ActionForm change={detach} submit="Yes, detach it" tone="danger" toInput={() => ({ url: null })} />
    </Unfold>
  )
}
