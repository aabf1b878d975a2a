import { Button } from "../../../kit/button.tsx"

interface PickProps {
  verb: string
  name: string
  isBusy?: boolean
  disabled?: boolean
  onClick(): void
}

export function PickButton({ verb, name, ...rest }: PickProps) {
  return (
    <Button {...rest} size="sm" variant="default" aria-label={`${verb} ${name}`}>
      {verb}
    </Button>
  )
}
