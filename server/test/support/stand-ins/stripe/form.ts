/** A value of a form-encoded request: text, or nested values in brackets. */
export type FormValue = string | StripeForm

/** The values of a form-encoded request by their names. */
export interface StripeForm {
  [name: string]: FormValue
}

/** Reads `line_items[0][price_data][currency]=usd` into nested objects, as Stripe does. */
export function readForm(encoded: string): StripeForm {
  const form: StripeForm = {}
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = name.replaceAll("]", "").split("[")
    const last = path.pop() ?? ""
    let place = form
    for (const step of path) {
      const next = place[step]
      place = place[step] = typeof next === "object" ? next : {}
    }
    place[last] = value
  }
  return form
}

/** The text at a path such as `line_items.0.price_data.currency`, or undefined. */
export function textAt(form: StripeForm, path: string): string | undefined {
  let value: FormValue | undefined = form
  for (const step of path.split(".")) value = typeof value === "object" ? value[step] : undefined
  return typeof value === "string" ? value : undefined
}
