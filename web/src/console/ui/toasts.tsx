import { closeToast, useToasts } from "../toast.ts"
import styles from "./toasts.module.css"

/** The current toasts, in a live region. */
export function Toasts() {
  const toasts = useToasts()
  return (
    <section className={`stack gap-2 ${styles.toasts}`} aria-label="Alerts" aria-live="polite">
      {toasts.map(({ id, tone, title, text, action }) => (
        <div key={id} className={`flex middle gap-2 small ${styles.toast}`} data-tone={tone}>
          <div className={`stack breaks ${styles.words}`}>
            <strong>{title}</strong>
            {typeof text === "object" ? <Several texts={text} /> : text && <span>{text}</span>}
          </div>
          {action && (
            <button
              type="button"
              onClick={() => {
                action.run()
                closeToast(id)
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" aria-label="Close" onClick={() => closeToast(id)}>
            ✕
          </button>
        </div>
      ))}
    </section>
  )
}

function Several({ texts }: { texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
