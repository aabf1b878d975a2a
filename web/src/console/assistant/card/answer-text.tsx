import { useQuery } from "@tanstack/react-query"
import { Refusal } from "../../../kit/refusal.tsx"
import { Spinner } from "../../../kit/spinner.tsx"
import { readOf } from "../../ask.ts"
import { VisibleText } from "./visible-text.tsx"

/** The answer itself, as the model got it. */
export function AnswerText(asked: { conversationId: string; callId: string }) {
  const { data, error } = useQuery(readOf("get-call-answer", asked))
  if (error) return <Refusal error={error} />
  if (!data) return <Spinner />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its place is scrolled by keys.
    <pre ref={intoView} className="answered" dir="auto" tabIndex={0}>
      <VisibleText text={data.text} />
    </pre>
  )
}

/** Brings what was unfolded into view once it is there. */
function intoView(text: HTMLElement | null): void {
  text?.scrollIntoView({ block: "nearest" })
}
