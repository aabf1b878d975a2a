import { Button } from "../../kit/button.tsx"

interface Props {
  words: string
  label: string
  isBusy: boolean
  onPress(): void
}

export function ServerButton({ words, label, isBusy, onPress }: Props) {
  return (
    <Button size="sm" variant="default" isBusy={isBusy} aria-label={label} onClick={onPress}>
      {words}
    </Button>
  )
}
