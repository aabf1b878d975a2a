import { badge } from "./manifest.ts"

/** The service worker's path. It is at the root, so that it may show notifications for every page. */
export const serviceWorkerPath = "/service-worker.js"

/** Browsers revalidate the worker at each update check. Its own policy allows requests to this service only. */
export const serviceWorkerHeaders = {
  "content-type": "text/javascript; charset=utf-8",
  "content-security-policy": "default-src 'none'; connect-src 'self'",
  "cache-control": "no-cache",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
}

/** It does not listen to `fetch`, so it caches nothing: deploys, sign-outs and removals take effect at once. */
export const serviceWorker = `
self.addEventListener("install", () => self.skipWaiting())
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))

self.addEventListener("push", (event) => {
  let shown = {}
  try {
    shown = event.data.json()
  } catch {}
  const { title = "Notifications", body = "", path = "/account/notifications", tag } = shown
  const options = { body, tag, icon: "/icons/192.png", badge: "${badge.path}", data: { path } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener("notificationclick", (event) => {
  event.notification.close()
  const url = new URL(event.notification.data.path, self.location.origin)
  if (url.origin !== self.location.origin) return
  event.waitUntil(open(url.href))
})

// The push service has given this browser another address, or none: what was switched on stays on.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event.newSubscription)))

async function renew(given) {
  const asked = await fetch("/console/get-push")
  if (!asked.ok) return
  const { publicKey, browsers } = await asked.json()
  if (!browsers.some(({ isCurrent }) => isCurrent)) return
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const made = given ?? (await self.registration.pushManager.subscribe(options))
  const { endpoint, keys } = made.toJSON()
  await fetch("/console/renew-push", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }),
  })
}

async function open(href) {
  const windows = await self.clients.matchAll({ type: "window" })
  const there = windows.find(({ url }) => url === href)
  return there ? there.focus() : self.clients.openWindow(href)
}
`.trimStart()
