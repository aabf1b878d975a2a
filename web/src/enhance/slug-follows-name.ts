import { toSlug } from "./to-slug.ts"

/** Lets a new workspace's address follow its name, until somebody types an address. */
const name = document.querySelector<HTMLInputElement>("input[data-names]")
const slug = document.querySelector<HTMLInputElement>("input[data-follows]")
let follows = slug?.value === ""
slug?.addEventListener("input", () => {
  follows = false
})
name?.addEventListener("input", () => {
  if (follows && slug) slug.value = toSlug(name.value)
})
