import { newUuid } from "../../../api/uuid.ts"
import { ask, change, type InputOf } from "../../calls.ts"
import { isKnownEndpoint, noteEndpoint } from "./push-endpoint.ts"

/** Why a browser shows no notifications: no support, permission denied, or a failure. */
export type PushObstacle = "unable" | "blocked" | "failed"

/** Whether this browser supports notifications. Over plain HTTP, browsers support them only on localhost. */
export function canSubscribe(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window
}

/** Asks for the permission and subscribes. Browsers require a user gesture for it. */
export async function subscribe(publicKey: string): Promise<InputOf<"subscribe-to-push"> | PushObstacle> {
  if ((await Notification.requestPermission()) !== "granted") return "blocked"
  try {
    return await make(publicKey)
  } catch {
    return "failed"
  }
}

async function make(publicKey: string): Promise<InputOf<"subscribe-to-push">> {
  await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" })
  const { pushManager } = await navigator.serviceWorker.ready
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = "", keys = {} } = made.toJSON()
  noteEndpoint(endpoint)
  return { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } }
}

/**
 * Sends the service this browser's push endpoint if it changed or expired since it was last sent: the service worker
 * may have failed to send it.
 */
export async function renewSubscription(): Promise<void> {
  if (!canSubscribe() || Notification.permission !== "granted") return
  const registration = await navigator.serviceWorker.getRegistration("/")
  const present = await registration?.pushManager.getSubscription()
  if (present && isKnownEndpoint(present.endpoint)) return
  const { publicKey, browsers } = await ask("get-push", {})
  if (!browsers.some(({ isCurrent }) => isCurrent)) return noteEndpoint(undefined)
  try {
    await change("renew-push", await make(publicKey), newUuid())
  } catch (fault) {
    noteEndpoint("") // The next page tries again.
    throw fault
  }
}

/** Ends this browser's subscription, so that its push service deletes it too. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/")
  const subscription = await registration?.pushManager.getSubscription()
  noteEndpoint(undefined)
  await subscription?.unsubscribe()
}
