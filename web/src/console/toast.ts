import { useSyncExternalStore } from "react"
import { openListeners } from "./listeners.ts"

export interface Toast {
  id: number
  tone: "good" | "note" | "bad"
  title: string
  /** A list for several texts. */
  text?: string | readonly string[] | undefined
  /** An action on the event, such as "Undo". */
  action?: { label: string; run(): void }
}

let toasts: readonly Toast[] = []
let count = 0
const listeners = openListeners()

/** How long a toast stays: long enough to read it and to reach its button. */
const stayMs = 8_000

/** Shows a message in the corner. Only a good one closes by itself. */
export function toast({ tone = "good", ...said }: Omit<Toast, "id" | "tone"> & Partial<Pick<Toast, "tone">>): void {
  count += 1
  const id = count
  show([...toasts.slice(-3), { id, tone, ...said }])
  if (tone === "good") setTimeout(() => closeToast(id), stayMs)
}

export function closeToast(id: number): void {
  show(toasts.filter((toast) => toast.id !== id))
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(listeners.subscribe, () => toasts)
}

function show(next: readonly Toast[]): void {
  toasts = next
  listeners.tell()
}
