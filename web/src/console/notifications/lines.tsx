import type { MouseEvent } from "react"
import { Button } from "../../kit/button.tsx"
import { leaveBy } from "../../kit/loading/busy.ts"
import { When } from "../../kit/when.tsx"
import { useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { ChangeButton } from "../ui/form.tsx"
import styles from "./lines.module.css"

type Line = AnswerOf<"list-notifications">["items"][number]

/** Marks notifications as read optimistically. */
function useRead() {
  return useChange("read-notifications", {
    makesStale: ["list-notifications", "count-notifications"],
    atOnce: (input, edit) =>
      edit("list-notifications", (answer) => ({
        ...answer,
        items: answer.items.map((line) =>
          ("id" in input ? line.id === input.id : line.at <= input.until) ? { ...line, isRead: true } : line,
        ),
      })),
  })
}

/** A list of notifications, newest first. Opening one marks it as read. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="stack">
      {lines.map((line) => (
        <OneLine key={line.id} {...line} />
      ))}
    </ul>
  )
}

function OneLine({ id, sentence, path, workspace, isRead, at }: Line) {
  const read = useRead()
  const open = (event: MouseEvent) => {
    if (isRead || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    read.mutate({ id }, { onSettled: () => leaveBy(() => location.assign(path)) })
  }
  return (
    <li className={`wrap middle gap-2-4 ${styles.line}`} data-read={isRead || undefined}>
      <a className="stack breaks" href={path} onClick={open}>
        {!isRead && <span className={styles.dot} role="img" aria-label="Unread" />}
        <bdi className={`strong ${styles.sentence}`}>{sentence}</bdi>
        <span className="muted smaller">
          <bdi>{workspace.name}</bdi> · <When at={at} />
        </span>
      </a>
      {!isRead && (
        <ChangeButton
          size="sm"
          variant="subtle"
          label="Mark as read"
          aria-label={`Mark as read: ${sentence}`}
          change={read}
          input={{ id }}
        />
      )}
    </li>
  )
}

/** Marks everything shown as read; later notifications stay unread. */
export function ReadAll({ lines }: { lines: readonly Line[] }) {
  const read = useRead()
  const [latest] = lines
  const isNothing = !latest || lines.every(({ isRead }) => isRead)
  return (
    <Button
      variant="default"
      size="sm"
      disabled={isNothing}
      isBusy={read.isPending}
      onClick={() => latest && read.mutate({ until: latest.at })}
    >
      Mark all as read
    </Button>
  )
}
