import type { RefObject } from "react"
import { Button } from "../../kit/button.tsx"
import { TextField } from "../../kit/field.tsx"
import { useHouse } from "../../kit/house.tsx"

interface Props {
  field: RefObject<HTMLInputElement | null>
  email: string
  fault: string | undefined
  onType: (email: string) => void
}

/** The buyer's email address. It is prefilled for a signed-in person, who can use another one. */
export function AddressField({ field, email, fault, onType }: Props) {
  const { visitor } = useHouse()
  const notMe = () => {
    onType("")
    field.current?.focus()
  }
  const description =
    visitor?.email === email ? (
      <>
        You’re signed in with this email.{" "}
        <Button variant="link" onClick={notMe}>
          Not you?
        </Button>
      </>
    ) : (
      "We’ll send your files and receipt here."
    )
  return (
    <TextField
      ref={field}
      type="email"
      name="email"
      label="Email"
      description={description}
      autoComplete="email"
      maxLength={254}
      required
      value={email}
      error={fault}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
