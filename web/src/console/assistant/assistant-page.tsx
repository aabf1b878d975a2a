import { Link } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { ConversationList } from "./conversation-list.tsx"

/** The assistant's page: the list of conversations beside one conversation or a new question. */
export function AssistantPage({ isOpen = false, children }: { isOpen?: boolean; children: ReactNode }) {
  const [words, setWords] = useState("")
  return (
    <div className="assistant assistant-page" data-open={isOpen || undefined}>
      <div className="aside stack gap-4">
        <div className="title wrap between">
          <h1>Assistant</h1>
          {isOpen && (
            <Link to={"/assistant" as never} className="new smaller strong">
              <span className="narrow">← History or </span>New conversation
            </Link>
          )}
        </div>
        <ConversationList words={words} onSearch={setWords} />
      </div>
      {children}
    </div>
  )
}
