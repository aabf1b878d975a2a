import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import { Stack } from "../../kit/stack.tsx"
import { stale, useChange } from "../ask.ts"
import { Copied } from "../ui/copied.tsx"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { chosenTypes, type EventTypes, TypesFields } from "./types-fields.tsx"

/** Adds an endpoint, and then shows its secret. */
export function NewEndpoint({ types, onOpen }: { types: EventTypes; onOpen(id: string): void }) {
  const [made, setMade] = useState<{ id: string; secret: string }>()
  const make = useChange("make-endpoint", {
    makesStale: [...stale.endpoints, "list-endpoint-outcomes"],
    isForm: true,
    onDone: ({ endpoint: { id }, secret }) => setMade({ id, secret }),
  })
  if (made) return <Made secret={made.secret} onOpen={() => onOpen(made.id)} />
  return (
    <ActionForm
      change={make}
      submit="Add endpoint"
      toInput={({ url = "", description = "", ...rest }) => ({ url, description, types: chosenTypes(rest) })}
    >
      <EndpointFields />
      <TypesFields types={types} chosen={["*"]} />
    </ActionForm>
  )
}

export function EndpointFields({ url, description }: { url?: string; description?: string }) {
  return (
    <>
      <TextInput
        name="url"
        label="URL"
        description="Public, and https on port 443."
        placeholder="https://example.com/hooks/atelier"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={url}
        autoFocus
        required
      />
      <TextInput name="description" label="Description" placeholder="Host name" defaultValue={description} />
    </>
  )
}

function Made({ secret, onOpen }: { secret: string; onOpen(): void }) {
  return (
    <Stack>
      <p className="plain muted small">
        Your receiver verifies requests with this secret. You can reveal it again later.
      </p>
      <Copied text={secret} />
      <div>
        <Button onClick={onOpen}>Continue</Button>
      </div>
    </Stack>
  )
}
