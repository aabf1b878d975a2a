import { type RefObject, useEffect } from "react"
import { Button } from "../../kit/button.tsx"
import { TextField } from "../../kit/field.tsx"
import { useHouse } from "../../kit/house.tsx"
import { loadWhenShown } from "../../kit/loading/load-when-shown.tsx"
import { WhileLoading } from "../../kit/loading/ready.tsx"

const DidYouMean = loadWhenShown(async () => (await import("./did-you-mean.tsx")).DidYouMean)

interface Props {
  field: RefObject<HTMLInputElement | null>
  email: string
  fault: string | undefined
  onType: (email: string) => void
}

/** The buyer's email address. It is prefilled for a signed-in person, who can use another one. */
export function AddressField({ field, email, fault, onType }: Props) {
  const { visitor } = useHouse()
  useTyped({ field, onType })
  const replace = (replacement: string) => {
    onType(replacement)
    field.current?.focus()
  }
  return (
    <div>
      <TextField
        ref={field}
        type="email"
        name="email"
        label="Email"
        description={
          visitor?.email === email ? (
            <OwnAddress onLeave={() => replace("")} />
          ) : (
            "We’ll send your files and receipt here."
          )
        }
        autoComplete="email"
        maxLength={254}
        // Browsers accept an empty part between dots, and a domain without a dot. The server does not.
        pattern="[^.]+(\.[^.]+)*@[^.]+(\.[^.]+)+"
        required
        value={email}
        error={fault}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {email !== visitor?.email && email.includes("@") && (
        <WhileLoading>
          <DidYouMean email={email} onAccept={replace} />
        </WhileLoading>
      )}
    </div>
  )
}

/** Takes over what the person, or the browser, filled in before the script came. */
function useTyped({ field, onType }: Pick<Props, "field" | "onType">): void {
  useEffect(() => {
    if (field.current) onType(field.current.value)
  }, [field, onType])
}

function OwnAddress({ onLeave }: { onLeave: () => void }) {
  return (
    <>
      You’re signed in with this email.{" "}
      <Button variant="link" onClick={onLeave}>
        Not you?
      </Button>
    </>
  )
}
