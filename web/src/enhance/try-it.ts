import { newUuid } from "../api/uuid.ts"
import { keepBusy } from "../kit/loading/busy.ts"

/** Sends the requests of the reference's forms without cookies, and shows the responses below them. */
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-try]")) {
  form.hidden = false
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void send(form)
  })
}

/** The number of each form's last request: an older response that comes later is not shown. */
const lastSent = new WeakMap<HTMLFormElement, number>()

async function send(form: HTMLFormElement): Promise<void> {
  const number = (lastSent.get(form) ?? 0) + 1
  lastSent.set(form, number)
  const button = form.querySelector("button")
  button?.setAttribute("aria-busy", "true")
  form.querySelector("[role=status]")?.replaceChildren()
  const end = keepBusy("writes")
  const shown = await fetch(...requestOf(form))
    .then(toShown)
    .catch((error: Error) => [`No response: ${error.message}`])
  if (lastSent.get(form) === number) {
    button?.removeAttribute("aria-busy")
    form.querySelector("[role=status]")?.replaceChildren(...shown)
  }
  end()
}

function requestOf(form: HTMLFormElement): Parameters<typeof fetch> {
  const { try: method = "GET", path = "" } = form.dataset
  const fields = [...form.querySelectorAll<HTMLInputElement>("input[data-in]")].filter(({ value }) => value !== "")
  const entries = (place: string) =>
    fields.filter(({ dataset }) => dataset.in === place).map(({ name, value }) => [name, value])
  const inPath: Record<string, string> = Object.fromEntries(entries("path"))
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(inPath[name] ?? ""))
  const url = new URL(filled, location.origin)
  url.search = String(new URLSearchParams(entries("query")))
  if (method === "GET") return [url, { credentials: "omit" }]
  const headers = { "content-type": "application/json", "idempotency-key": newUuid() }
  const body = JSON.stringify(Object.fromEntries(entries("body")))
  return [url, { method, credentials: "omit", headers, body }]
}

async function toShown(response: Response): Promise<(Node | string)[]> {
  const isImage = response.headers.get("content-type") === "image/png"
  const shown = isImage ? await pictureOf(response) : Object.assign(document.createElement("pre"), { textContent: indented(await response.text()) }) // biome-ignore format: one thought
  const limit = (name: string) => response.headers.get(`ratelimit-${name}`)
  const status = document.createElement("b")
  status.textContent = `${response.status}`
  const left = `${limit("remaining")} of ${limit("limit")} requests left; new window in ${limit("reset")} s.`
  return [status, " ", limit("limit") === null ? "" : left, shown]
}

/** Decodes a picture from a data URL: the pages' content security policy refuses blob URLs. */
async function pictureOf(response: Response): Promise<HTMLImageElement> {
  const reader = new FileReader()
  const read = new Promise((resolve) => reader.addEventListener("load", resolve, { once: true }))
  reader.readAsDataURL(await response.blob())
  await read
  const image = Object.assign(document.createElement("img"), { src: String(reader.result), alt: "The response" })
  await image.decode()
  return image
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
