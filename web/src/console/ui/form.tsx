import {
  type ChangeEvent,
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useState,
} from "react"
import type { Refused } from "../../api/call.ts"
import { Button } from "../../kit/button.tsx"
import { ParagraphsField, SelectField, TextField } from "../../kit/field.tsx"
import { Refusal } from "../../kit/refusal.tsx"
import { Stack } from "../../kit/stack.tsx"
import styles from "./form.module.css"

/** The refusal of the form that a field stands in. */
const RefusalContext = createContext<Refused | null>(null)

interface Props {
  /** What `useChange` answered, with `isForm`. */
  change: { mutate(input: never): void; isPending: boolean; error: Refused | null }
  /** Makes the input of the action from what was typed; a field that was left empty is an empty string. */
  toInput(fields: Record<string, string>): object
  /** The words on its button. */
  submit: string
  tone?: "filled" | "default" | "danger"
  /** The names of the fields that say their own refusals. Others are said above the button. */
  children?: ReactNode
}

/** A form that performs an action. What was typed stays when it is refused; the refusal stands beside its field. */
export function ActionForm({ change, toInput, submit, tone = "filled", children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending || !form.current) return
    const fields = Object.fromEntries([...new FormData(form.current)].map(([name, value]) => [name, String(value)]))
    change.mutate(toInput(fields) as never)
  }
  useEffect(() => {
    const refused = change.error?.field && form.current?.elements.namedItem(change.error.field)
    if (!(refused instanceof HTMLElement)) return
    const fold = refused.closest("details")
    if (fold) fold.open = true
    refused.focus()
  }, [change.error])
  const isSaidByField = Boolean(change.error?.field && form.current?.elements.namedItem(change.error.field))
  return (
    <form ref={form} onSubmit={send} noValidate className={styles.form}>
      <RefusalContext value={change.error}>
        <Stack>
          {children}
          {change.error && !isSaidByField && <Refusal error={change.error} />}
          <div className={styles.actions}>
            <Button type="submit" variant={tone} isBusy={change.isPending}>
              {submit}
            </Button>
          </div>
        </Stack>
      </RefusalContext>
    </form>
  )
}

type Named<Shown> = Omit<Shown, "error" | "name"> & { name: string }

/** A line to type into, in a form. */
export function TextInput({ name, ...rest }: Named<ComponentProps<typeof TextField>>) {
  return <TextField {...rest} name={name} error={useRefusalOf(name)} />
}

/** Several lines to type into, in a form. */
export function ParagraphsInput({ name, ...rest }: Named<ComponentProps<typeof ParagraphsField>>) {
  return <ParagraphsField {...rest} name={name} error={useRefusalOf(name)} />
}

/** One of a few words to choose, in a form. Its default, which others may change meanwhile, shows until one is chosen. */
export function SelectInput({ name, defaultValue, ...rest }: Named<ComponentProps<typeof SelectField>>) {
  const [chosen, choose] = useState<string>()
  if (chosen !== undefined && chosen === defaultValue) choose(undefined)
  const following = defaultValue !== undefined && {
    value: chosen ?? defaultValue,
    onChange: (event: ChangeEvent<HTMLSelectElement>) => choose(event.currentTarget.value),
  }
  return <SelectField {...following} {...rest} name={name} error={useRefusalOf(name)} />
}

/** Why this field was refused: “This” for its name, which stands above it. */
function useRefusalOf(name: string): string | undefined {
  const refused = use(RefusalContext)
  if (refused?.field !== name) return undefined
  const said = refused.message.replace(/^`[\w.]+` /, "This ")
  return said.replace(/ `[\w.]+` .*$/, "")
}
