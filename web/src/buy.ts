/**
 * The buy button for other sites. A link with `data-atelier-buy` opens its checkout in a dialog. Without this script, or
 * when the frame does not answer, the link leads to the pay page. The styles are set by properties, which a site's
 * content security policy does not block.
 */

/** The service. Only its own links and messages count. */
const service = new URL((document.currentScript as HTMLScriptElement).src).origin

const timeoutMs = 5000

const covering =
  "position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;display:flex;align-items:center;justify-content:center;background:rgb(0 0 0/.55)"
/** On a phone it is as large as the page; on a wider page it ends before the edges. */
const framed =
  "width:min(28rem,100%);height:40rem;max-height:calc(100% - clamp(0px,100vw - 28rem,4rem));border:0;border-radius:12px;background:Canvas"

addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-atelier-buy]")
  const isPlain = !(event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  if (!link || !isPlain || link.origin !== service || !link.pathname.startsWith("/pay/")) return
  event.preventDefault()
  openCheckout(link)
})

function openCheckout(link: HTMLAnchorElement): void {
  const dialog = document.createElement("dialog")
  const frame = document.createElement("iframe")
  const follow = (url: string) => {
    dialog.close()
    location.assign(url)
  }
  const timer = setTimeout(follow, timeoutMs, link.href)
  const hear = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== service) return
    const { type, height, url, offer } = data
    if (type === "atelier:ready") clearTimeout(timer)
    if (type === "atelier:size") frame.style.height = `${height}px`
    if (type === "atelier:close") dialog.close()
    if (type === "atelier:leave") follow(url)
    if (type === "atelier:paid") {
      link.dispatchEvent(new CustomEvent("atelier:paid", { bubbles: true, detail: { offer } }))
    }
  }
  dialog.onclose = () => {
    clearTimeout(timer)
    removeEventListener("message", hear)
    dialog.remove()
    link.focus()
  }
  frame.onload = () => {
    frame.contentWindow?.postMessage({ type: "atelier:hello", v: 1 }, service)
    frame.focus()
  }
  addEventListener("message", hear)
  dialog.style.cssText = covering
  frame.style.cssText = framed
  frame.allow = "payment"
  frame.title = nameOf(link)
  dialog.setAttribute("aria-label", frame.title)
  frame.src = `${service}${link.pathname}/embed`
  dialog.append(frame)
  document.body.append(dialog)
  dialog.showModal()
}

function nameOf(link: HTMLAnchorElement): string {
  return link.textContent.trim() || link.querySelector("img")?.alt || "Checkout"
}
