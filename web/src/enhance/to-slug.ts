const longest = 32

/** A short name that follows from a name: "Ada’s Studio" becomes "adas-studio". Empty where no letter fits. */
export function toSlug(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-+|-+$/g, "")
}
