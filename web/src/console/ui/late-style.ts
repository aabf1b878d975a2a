/**
 * Loads a style sheet on demand. The router waits for the `style` of a view; other components wait for the promise with
 * `use`, so that nothing renders unstyled. It also resolves if loading fails. (A top-level await would make the scripts
 * of all pages larger.)
 */
export function loadStyle(address: string): Promise<unknown> {
  const link = document.createElement("link")
  link.rel = "stylesheet"
  link.nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ""
  link.href = address
  return new Promise((settled) => {
    link.onload = settled
    link.onerror = settled
    document.head.append(link)
  })
}
