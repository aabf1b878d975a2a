import { closeToast, useToasts } from "./toast.ts"
import styles from "./toasts.module.css"

/** What happened a moment ago, in the corner; read aloud. */
export function Toasts() {
  const toasts = useToasts()
  return (
    <section className={styles.toasts} aria-label="What happened" aria-live="polite">
      {toasts.map(({ id, tone, title, text, action }) => (
        <div key={id} className={styles.toast} data-tone={tone}>
          <p>
            <strong>{title}</strong>
            {text && <span>{text}</span>}
          </p>
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
