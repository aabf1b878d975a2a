import { Spinner } from "../../../kit/loading/spinner.tsx"
import { Refusal } from "../../../kit/notice.tsx"
import { useRead } from "../../ask.ts"
import { VisibleText } from "./visible-text.tsx"

/** The tool server's answer, exactly as the model received it. */
export function AnswerText(asked: { conversationId: string; callId: string }) {
  const { data, error } = useRead("get-call-answer", asked)
  if (error) return <Refusal error={error} />
  if (!data) return <Spinner />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <pre ref={intoView} className="answered smallest breaks sunken" dir="auto" tabIndex={0}>
      <VisibleText text={data.text} />
    </pre>
  )
}

function intoView(text: HTMLElement | null): void {
  text?.scrollIntoView({ block: "nearest" })
}
