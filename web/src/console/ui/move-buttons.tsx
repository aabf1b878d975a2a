import { Button } from "../../kit/button.tsx"

interface Props {
  name: string
  at: number
  of: number
  onMove(from: number, to: number): void
}

export function MoveButtons({ name, at, of, onMove }: Props) {
  return (
    <>
      <Step words="↑" label={`Move ${name} up`} isOff={at === 0} onStep={() => onMove(at, at - 1)} />
      <Step words="↓" label={`Move ${name} down`} isOff={at === of - 1} onStep={() => onMove(at, at + 1)} />
    </>
  )
}

interface StepProps {
  words: string
  label: string
  isOff: boolean
  onStep(): void
}

function Step({ words, label, isOff, onStep }: StepProps) {
  return (
    <Button size="sm" variant="default" aria-label={label} disabled={isOff} onClick={onStep}>
      {words}
    </Button>
  )
}
