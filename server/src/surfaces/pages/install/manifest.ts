/** The icons of the installed app: their paths, and the parameters of `drawMark`. */
export const icons = [
  { path: "/icons/192.png", side: 192, share: 0.86, purpose: "any" },
  { path: "/icons/512.png", side: 512, share: 0.86, purpose: "any" },
  { path: "/icons/maskable-512.png", side: 512, share: 0.56, purpose: "maskable" },
] as const

export const badge = { path: "/icons/badge-96.png", side: 96 } as const

/** The shortcuts of an installed app. Each opens in the workspace that was open last. */
export const shortcuts = { assistant: "New conversation", links: "Links", drive: "Drive", offers: "Offers" } as const

export const manifestPath = "/manifest.webmanifest"

/** The manifest that makes the console installable as an app (https://www.w3.org/TR/appmanifest/). */
export function manifest(brandName: string): object {
  return {
    id: "/workspaces",
    name: brandName,
    short_name: brandName,
    description: "Short links, docs, files and what you sell, in one place.",
    start_url: "/workspaces",
    scope: "/",
    display: "standalone",
    background_color: "#fbf8f2",
    theme_color: "#fbf8f2",
    icons: icons.map(({ path, side, purpose }) => ({
      src: path,
      sizes: `${side}x${side}`,
      type: "image/png",
      purpose,
    })),
    shortcuts: Object.entries(shortcuts).map(([page, name]) => ({ name, url: `/workspaces/${page}` })),
  }
}
