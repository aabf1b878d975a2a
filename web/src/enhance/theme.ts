const yearSeconds = 365 * 86_400

/** Applies the colour scheme of a pressed button, and keeps it in a cookie: the server then renders pages with it. */
addEventListener("click", ({ target }) => {
  const button = (target as Element).closest<HTMLElement>("[data-set-theme]")
  if (!button) return
  const theme = button.dataset.setTheme ?? "system"
  const { dataset } = document.documentElement
  if (theme === "system") delete dataset.theme
  else dataset.theme = theme
  for (const other of document.querySelectorAll("[data-set-theme]"))
    other.setAttribute("aria-pressed", String(other === button))
  const isSecure = location.protocol === "https:"
  const maxAge = theme === "system" ? 0 : yearSeconds
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in many browsers.
  document.cookie = `${isSecure ? "__Host-theme" : "theme"}=${theme}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecure ? "; Secure" : ""}`
})
