const key = "typed"
const patienceMs = 10_000

type Fields = (readonly [name: string, value: string])[]

/** The values that a person typed into a page's forms, without passwords and files. */
interface Typed {
  href: string
  forms: Fields[]
}

/** Reloads the page, which then shows the typed texts again. */
export function reloadTyped(): void {
  const typed: Typed = { href: location.href, forms: [...document.forms].map(fieldsIn) }
  try {
    sessionStorage.setItem(key, JSON.stringify(typed))
  } catch {}
  location.reload()
}

function fieldsIn(form: HTMLFormElement): Fields {
  const secrets = [...form.querySelectorAll<HTMLInputElement>("[type=password]")].map(({ name }) => name)
  return [...new FormData(form)].flatMap(([name, value]) =>
    secrets.includes(name) || typeof value !== "string" ? [] : [[name, value] as const],
  )
}

/** Fills in what was typed before a reload. */
export function restoreTyped(): void {
  const typed = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (typed) fillTyped(JSON.parse(typed))
}

/** Fills the forms of the same page as soon as it shows as many of them. */
function fillTyped({ href, forms }: Typed): void {
  if (href !== location.href) return
  const fill = () => {
    if (document.forms.length < forms.length) return
    observer.disconnect()
    for (const [at, fields] of forms.entries())
      for (const control of document.forms[at]?.elements ?? []) put(control, fields)
  }
  const observer = new MutationObserver(fill)
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), patienceMs)
  fill()
}

function put(control: Element, fields: Fields): void {
  const { name = "", type = "", value, checked } = control as Partial<HTMLInputElement>
  if (type === "checkbox" || type === "radio") {
    const isWanted = fields.some(([field, typed]) => field === name && typed === value)
    if (isWanted !== checked && (isWanted || type === "checkbox")) (control as HTMLElement).click()
    return
  }
  const typed = fields.find(([field]) => field === name)?.[1]
  if (typed === undefined || typed === value) return
  // React notices only values that the element's own setter was given.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {}
  set?.call(control, typed)
  for (const event of ["input", "change"]) control.dispatchEvent(new Event(event, { bubbles: true }))
}
