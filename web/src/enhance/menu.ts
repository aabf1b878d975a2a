const openMenu = () => document.querySelector<HTMLDetailsElement>("details[data-menu][open]")

/** Closes the open menu on a click outside, when the focus leaves it, and on Escape. */
function closeFromOutside({ target }: Event): void {
  const menu = openMenu()
  if (menu && !menu.contains(target as Node)) menu.open = false
}

addEventListener("pointerdown", closeFromOutside)
addEventListener("focusin", closeFromOutside)
addEventListener("keydown", ({ key }) => {
  const menu = openMenu()
  if (key !== "Escape" || !menu) return
  menu.open = false
  menu.querySelector("summary")?.focus()
})
