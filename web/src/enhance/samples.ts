/** Shows the buttons that copy code. A chosen language applies to every sample of the page. */
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
  button.hidden = false
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.nextElementSibling?.textContent ?? "")
    button.textContent = "Copied"
    setTimeout(() => {
      button.textContent = "Copy"
    }, 2_000)
  })
}

addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest("[data-languages]")) return
  const top = target.getBoundingClientRect().top
  for (const radio of document.querySelectorAll<HTMLInputElement>("[data-languages] input")) {
    radio.checked = radio.value === target.value
  }
  // The samples above have other lengths now. The pressed one stays where it was.
  scrollBy({ top: target.getBoundingClientRect().top - top, behavior: "instant" })
})

export {}
