import { type ComponentProps, type ReactNode, useId } from "react"
import "./field.css"

interface Around {
  /** Omitted if `aria-label` names the field. */
  label?: string | undefined
  /** What to enter, in a sentence. */
  description?: ReactNode
  /** Why the value was refused; `true` if the page shows the reason elsewhere. */
  error?: ReactNode
}

type TextFieldProps = ComponentProps<"input"> &
  Around & {
    fieldSize?: "md" | "lg"
    /** For the input element itself. */
    className?: string | undefined
  }

/** A text input with a label above it and the refusal below it. */
export function TextField({ label, description, error, fieldSize = "md", className = "", ...input }: TextFieldProps) {
  const ids = useFieldIds({ label, description, error })
  return (
    <Field {...{ label, description, error, ids }}>
      <input {...input} {...ids.ofControl} className={`framed wide control ${className}`} data-size={fieldSize} />
    </Field>
  )
}

/** A multi-line input with a label above it and the refusal below it. */
export function ParagraphsField({ label, description, error, ...area }: ComponentProps<"textarea"> & Around) {
  const ids = useFieldIds({ label, description, error })
  return (
    <Field {...{ label, description, error, ids }}>
      <textarea {...area} {...ids.ofControl} className="framed wide control" />
    </Field>
  )
}

type SelectFieldProps = ComponentProps<"select"> &
  Around & { options: readonly (string | { value: string; label: string })[] }

export function SelectField({ label, description, error, options, ...select }: SelectFieldProps) {
  const ids = useFieldIds({ label, description, error })
  return (
    <Field {...{ label, description, error, ids }}>
      <select {...select} {...ids.ofControl} className="framed wide control">
        {options.map((option) => {
          const { value, label } = typeof option === "string" ? { value: option, label: option } : option
          return (
            <option key={value} value={value}>
              {label}
            </option>
          )
        })}
      </select>
    </Field>
  )
}

/** A checkbox or a radio button with a label. */
export function Choice({ label, description, ...input }: ComponentProps<"input"> & Omit<Around, "error">) {
  const id = useId()
  return (
    <div className="choice">
      <input {...input} id={id} aria-describedby={description ? `${id}-about` : undefined} />
      <label htmlFor={id}>{label}</label>
      {description && (
        <p className="muted small field-note" id={`${id}-about`}>
          {description}
        </p>
      )}
    </div>
  )
}

interface FieldIds {
  id: string
  ofControl: { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined }
}

function useFieldIds({ description, error }: Around): FieldIds {
  const id = useId()
  const about = [description && `${id}-about`, isShown(error) && `${id}-error`].filter(Boolean).join(" ")
  return { id, ofControl: { id, "aria-describedby": about || undefined, "aria-invalid": error ? true : undefined } }
}

const isShown = (error: ReactNode) => Boolean(error) && error !== true

function Field({ label, description, error, ids, children }: Around & { ids: FieldIds; children: ReactNode }) {
  return (
    <div className="stack gap-1 field">
      {label && <label htmlFor={ids.id}>{label}</label>}
      {description && (
        <p className="muted small field-note" id={`${ids.id}-about`}>
          {description}
        </p>
      )}
      {children}
      {isShown(error) && (
        <p className="field-error" id={`${ids.id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
