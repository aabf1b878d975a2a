import { useState } from "react"
import { stale, useChange } from "../ask.ts"
import type { AnswerOf, InputOf } from "../calls.ts"
import { type ChosenRows, partsOf } from "../ui/lists/use-chosen.ts"

export type ChosenLinkRows = ChosenRows<Pick<InputOf<"browse-links">, "query" | "tag" | "importId">>

export type BulkName =
  | "trash-links"
  | "restore-links"
  | "delete-links"
  | "tag-links"
  | "untag-links"
  | "expire-links"
  | "pass-query-of-links"
type Rest<Name extends BulkName> = Omit<InputOf<Name>, "which">

/** Runs an action on all chosen links in batches. `onDone` receives the answers of all batches. */
export function useBulk<Name extends BulkName>(
  name: Name,
  {
    chosen,
    isForm = false,
    onDone,
  }: { chosen: ChosenLinkRows; isForm?: boolean; onDone(answers: AnswerOf<Name>[]): void },
) {
  const [isPending, setPending] = useState(false)
  const { mutateAsync, error } = useChange(name, {
    makesStale: stale.links,
    isForm,
    atOnce: (input, edit) => {
      const { which } = input as InputOf<BulkName>
      if (!moves.has(name) || !("ids" in which)) return
      const gone = new Set(which.ids)
      edit("browse-links", (answer) => ({ ...answer, links: answer.links.filter(({ id }) => !gone.has(id)) }))
    },
  })
  const mutate = async (rest: Rest<Name>) => {
    setPending(true)
    try {
      const answers: AnswerOf<Name>[] = []
      for (const which of partsOf(chosen)) answers.push(await mutateAsync({ ...rest, which } as InputOf<Name>))
      onDone(answers)
    } catch {
      // The form or a toast shows the refusal.
    } finally {
      setPending(false)
    }
  }
  return { mutate, isPending, error }
}

/** The actions that remove links from the current list. */
const moves: ReadonlySet<BulkName> = new Set(["trash-links", "restore-links", "delete-links"])

export function changedLinks(answers: readonly { changed: number }[]): string {
  const sum = answers.reduce((all, { changed }) => all + changed, 0)
  return sum === 1 ? "1 link" : `${sum.toLocaleString()} links`
}
