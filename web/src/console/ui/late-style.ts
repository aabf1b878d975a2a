/**
 * Loads a style that comes with what it is for, not with every page of the console. Whoever draws that waits for the
 * answer, so that nothing is drawn without; a style that cannot be had keeps nobody from reading. (To wait for it where
 * it is imported would make all scripts of all pages larger.)
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
