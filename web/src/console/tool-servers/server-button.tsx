import { Button } from "../../kit/button.tsx"

interface Props {
  /** A change of a server that needs no more than its id. */
  change: { readonly isPending: boolean; mutate(input: { id: string }): void }
  id: string
  words: string
  /** Names the server too, since each server has the same buttons. */
  label: string
}

export function ServerButton({ change, id, words, label }: Props) {
  return (
    <Button
      size="sm"
      variant="default"
      isBusy={change.isPending}
      aria-label={label}
      onClick={() => change.mutate({ id })}
    >
      {words}
    </Button>
  )
}
