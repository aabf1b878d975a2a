import "./spinner.css"

/** `label` says what is loading; omit it if a text beside it does. */
export function Spinner({ label }: { label?: string }) {
  return <span className="spinner" {...(label ? { role: "status", "aria-label": label } : { "aria-hidden": true })} />
}
