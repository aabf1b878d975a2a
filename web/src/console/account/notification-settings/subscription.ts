import type { InputOf } from "../../ask.ts"

/** Why a browser shows nothing: it cannot, it was told not to, or something failed on the way. */
export type Obstacle = "unable" | "blocked" | "failed"

/** Whether this browser can show notifications at all; pages of plain http can only on this machine. */
export function canSubscribe(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window
}

/** Asks the person, and makes this browser's subscription. It has to be called because of a press. */
export async function subscribe(publicKey: string): Promise<InputOf<"subscribe-to-push"> | Obstacle> {
  if ((await Notification.requestPermission()) !== "granted") return "blocked"
  try {
    await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" })
    const { pushManager } = await navigator.serviceWorker.ready
    const applicationServerKey = publicKey
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    const { endpoint = "", keys = {} } = made.toJSON()
    return { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } }
  } catch {
    return "failed"
  }
}

/** Ends this browser's subscription, so that its push service forgets it too. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/")
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
