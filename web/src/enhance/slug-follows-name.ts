import { toSlug } from "./to-slug.ts"

/** Derives a new workspace's slug from its name until the person edits the slug. */
const name = document.querySelector<HTMLInputElement>("input[data-names]")
const slug = document.querySelector<HTMLInputElement>("input[data-follows]")
let follows = slug?.value === ""
slug?.addEventListener("input", () => {
  follows = false
})
name?.addEventListener("input", () => {
  if (follows && slug) slug.value = toSlug(name.value)
})
