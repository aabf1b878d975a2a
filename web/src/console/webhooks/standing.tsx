import type { ReactNode } from "react"
import { Notice } from "../../kit/notice.tsx"
import { When } from "../../kit/when.tsx"
import type { ListedEndpoint } from "./listed-endpoint.ts"

interface Props {
  endpoint: ListedEndpoint
  /** The actions that can solve the problem. */
  children?: ReactNode
}

/** The most important problem of an endpoint, and what to do. Nothing for one that works. */
export function Standing({ endpoint, children }: Props) {
  const problem = problemOf(endpoint)
  if (!problem) return null
  return (
    <Notice tone={problem.tone} title={problem.title}>
      {problem.text}
      {children}
    </Notice>
  )
}

function problemOf({ confirmedAt, disabledAt, disabledFor, failingSince, restsUntil }: ListedEndpoint) {
  if (disabledFor === "listener") {
    const text =
      "The command atelier listen sends it events while it runs. Remove the endpoint when it is no longer used."
    return { tone: "note", title: "A listener on the server's machine", text } as const
  }
  if (disabledAt !== null) {
    return disabledFor === "hand"
      ? ({ tone: "note", title: "Switched off", text: "A member switched it off. It gets no events." } as const)
      : ({ tone: "bad", title: "Switched off", text: offText[disabledFor ?? "failing"] } as const)
  }
  if (confirmedAt === null) {
    const text = "Send a test. Until one arrives, no other event is sent."
    return { tone: "note", title: "Waiting for a test", text } as const
  }
  if (failingSince !== null) return { tone: "bad", title: "Failing", text: <Failing since={failingSince} /> } as const
  if (restsUntil !== null && restsUntil > Date.now()) {
    return { tone: "note", title: "Paused by the receiver", text: <Rests until={restsUntil} /> } as const
  }
  return undefined
}

const offText = {
  gone: "It responded 410 Gone. Fix the receiver or the address, then switch it on.",
  failing: "No request succeeded in five days. Fix the receiver or the address, then switch it on.",
}

function Failing({ since }: { since: number }) {
  return (
    <>
      No success since <When at={since} />. Check the responses in its deliveries. After five days it is switched off.
    </>
  )
}

function Rests({ until }: { until: number }) {
  return (
    <>
      The receiver asked us to send nothing until <When at={until} />.
    </>
  )
}
