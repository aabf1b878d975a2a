import type { ComponentProps } from "react"
import { Button } from "../../kit/button.tsx"

interface Props<Input> extends Pick<ComponentProps<typeof Button>, "size" | "variant" | "aria-label" | "disabled"> {
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

/** A small button, for rows that have the same one: `about` says for screen readers what it changes. */
export function SmallChange<Input>({ about, ...rest }: Omit<Props<Input>, "aria-label"> & { about?: string }) {
  return <ChangeButton size="sm" variant="default" aria-label={about} {...rest} />
}
