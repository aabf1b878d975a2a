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
import { Refusal } from "../../kit/notice.tsx"
import { Stack } from "../../kit/stack.tsx"
import { reloadPage } from "../reload-page.ts"
import "./form.css"

/** The refusal of the form around a field. */
const RefusalContext = createContext<Refused | null>(null)

interface Props {
  /** The result of `useChange` with `isForm`. */
  change: { mutate(input: never): void; isPending: boolean; error: Refused | null }
  /** Converts the fields' texts to the action's input; an empty field is an empty string. */
  toInput(fields: Record<string, string>): object
  submit: string
  /** Further buttons beside it. The name and value of a submitting one are a field. */
  also?: ReactNode
  tone?: "filled" | "default" | "danger"
  children?: ReactNode
}

/** A form for an action. A refusal keeps the typed text and is shown at its field, or above the button. */
export function ActionForm({ change, toInput, submit, also, tone = "filled", children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending || !form.current) return
    const { submitter } = event.nativeEvent as SubmitEvent
    change.mutate(toInput(fieldsOf(form.current, submitter)) as never)
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
    <form ref={form} onSubmit={send} noValidate className="shrinks">
      <RefusalContext value={change.error}>
        <Stack>
          {children}
          {change.error && !isSaidByField && <Refusal error={change.error} />}
          <div className="flex gap-3 form-line">
            <Button type="submit" variant={tone} isBusy={change.isPending}>
              {submit}
            </Button>
            {change.error?.isOutdated && (
              <Button variant="default" onClick={reloadPage}>
                Reload
              </Button>
            )}
            {also}
          </div>
        </Stack>
      </RefusalContext>
    </form>
  )
}

export function FieldLine({ children }: { children: ReactNode }) {
  return <div className="flex gap-3 form-line">{children}</div>
}

export const fieldsOf = (form: HTMLFormElement, submitter?: HTMLElement | null): Record<string, string> =>
  Object.fromEntries([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)]))

type Named<Shown> = Omit<Shown, "error" | "name"> & { name: string }

export function TextInput({ name, ...rest }: Named<ComponentProps<typeof TextField>>) {
  return <TextField {...rest} name={name} error={useRefusalOf(name)} />
}

export function ParagraphsInput({ name, ...rest }: Named<ComponentProps<typeof ParagraphsField>>) {
  return <ParagraphsField {...rest} name={name} error={useRefusalOf(name)} />
}

/** A select. Until the person chooses, it follows changes of its default. */
export function SelectInput({ name, defaultValue, ...rest }: Named<ComponentProps<typeof SelectField>>) {
  const [chosen, choose] = useState<string>()
  if (chosen !== undefined && chosen === defaultValue) choose(undefined)
  const following = defaultValue !== undefined && {
    value: chosen ?? defaultValue,
    onChange: (event: ChangeEvent<HTMLSelectElement>) => choose(event.currentTarget.value),
  }
  return <SelectField {...following} {...rest} name={name} error={useRefusalOf(name)} />
}

/** Why this field was refused. The message starts with “This” instead of the field's name, which the label shows. */
function useRefusalOf(name: string): string | undefined {
  const refused = use(RefusalContext)
  if (refused?.field !== name) return undefined
  const said = refused.message.replace(/^`[\w.]+` /, "This ")
  return said.replace(/ `[\w.]+` .*$/, "")
}

interface ButtonProps<Input>
  extends Pick<ComponentProps<typeof Button>, "size" | "variant" | "aria-label" | "disabled"> {
  label: string
  change: { isPending: boolean; mutate(input: Input): void }
  input: NoInfer<Input>
}

export function ChangeButton<Input>({ label, change, input, ...look }: ButtonProps<Input>) {
  return (
    <Button {...look} isBusy={change.isPending} onClick={() => change.mutate(input)}>
      {label}
    </Button>
  )
}

/** A small button, for rows that have the same one: `about` says for screen readers what it changes. */
export function SmallChange<Input>({ about, ...rest }: Omit<ButtonProps<Input>, "aria-label"> & { about?: string }) {
  return <ChangeButton size="sm" variant="default" aria-label={about} {...rest} />
}
