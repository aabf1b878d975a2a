import { keepBusy } from "../kit/loading/busy.ts"

/** Applies the colour scheme of a pressed button. The service keeps it in a cookie, and renders pages with it. */
addEventListener("click", ({ target }) => {
  const button = (target as Element).closest<HTMLElement>("[data-set-theme]")
  if (button) choose(button.dataset.setTheme ?? "system")
})

async function choose(theme: string): Promise<void> {
  const before = document.documentElement.dataset.theme ?? "system"
  show(theme)
  const end = keepBusy("writes")
  const sent = { method: "POST", body: new URLSearchParams({ theme }), keepalive: true }
  const answer = await fetch("/account/theme", sent).catch(() => undefined)
  end()
  if (!answer?.ok) show(before)
}

function show(theme: string): void {
  const { dataset } = document.documentElement
  if (theme === "system") delete dataset.theme
  else dataset.theme = theme
  for (const button of document.querySelectorAll<HTMLElement>("[data-set-theme]"))
    button.setAttribute("aria-pressed", String(button.dataset.setTheme === theme))
}
