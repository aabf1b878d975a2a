import type { ComponentProps } from "react"
import { Button } from "../../kit/button.tsx"

interface Props<Input> extends Pick<ComponentProps<typeof Button>, "size" | "variant" | "aria-label"> {
  label: string
  change: { isPending: boolean; mutate(input: Input): void }
  input: NoInfer<Input>
}

export function ChangeButton<Input>({ label, change, input, ...look }: Props<Input>) {
  return (
    <Button {...look} isBusy={change.isPending} onClick={() => change.mutate(input)}>
      {label}
    </Button>
  )
}
