import { Link } from "@tanstack/react-router"
import { Button } from "../../kit/button.tsx"
import { When } from "../../kit/when.tsx"
import { pagesOf } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { SearchField } from "../ui/lists/search-field.tsx"
import { usePages } from "../ui/lists/use-pages.ts"
import { State, type StateWords } from "../ui/values/state.tsx"

type Conversation = AnswerOf<"list-conversations">["items"][number]

const stateOf: Readonly<Record<NonNullable<Conversation["state"]>, StateWords>> = {
  queued: { words: "Starting", tone: "plain" },
  running: { words: "Working", tone: "plain" },
  waiting: { words: "Waiting for you", tone: "note" },
  stopping: { words: "Stopping", tone: "plain" },
}

const lookMs = 5_000

/** Polls while a listed conversation runs: the stream covers only the open conversation. */
const whileAtWork = ({
  state: { data },
}: {
  state: { data?: { pages: readonly AnswerOf<"list-conversations">[] } | undefined }
}) =>
  data?.pages.some(({ items }) => items.some(({ state }) => state !== null && state !== "waiting")) ? lookMs : false

interface Props {
  words: string
  onSearch(words: string): void
  /** Opens a conversation; without it, each is a link to its page. */
  onOpen?(id: string): void
}

/** The person's own conversations, newest first. */
export function ConversationList({ words, onSearch, onOpen }: Props) {
  const asked = pagesOf("list-conversations", words === "" ? {} : { query: words })
  const list = usePages({ ...asked, refetchInterval: whileAtWork }, ({ items }) => items)
  if (list.isLoaded && list.items.length === 0 && words === "") return null
  return (
    <section className="conversations" aria-label="Conversations">
      <SearchField label="Search conversations" value={words} onSearch={onSearch} />
      {list.isLoaded && list.items.length === 0 && <p className="quiet">No results</p>}
      <ul className="stack">
        {list.items.map((conversation) => (
          <li key={conversation.id}>
            {onOpen ? (
              <button type="button" onClick={() => onOpen(conversation.id)}>
                <Words {...conversation} />
              </button>
            ) : (
              <Link to={`/assistant/${conversation.id}` as never} activeProps={{ "aria-current": "page" }}>
                <Words {...conversation} />
              </Link>
            )}
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button size="sm" variant="subtle" onClick={list.onMore}>
          More conversations
        </Button>
      )}
    </section>
  )
}

function Words({ title, state, updatedAt }: Conversation) {
  return (
    <>
      <bdi>{title}</bdi>
      <small className="muted smallest">{state ? <State {...stateOf[state]} /> : <When at={updatedAt} isDay />}</small>
    </>
  )
}
